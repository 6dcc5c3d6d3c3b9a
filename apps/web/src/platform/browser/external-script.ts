import { trustedScriptUrl } from './trusted-script-url.ts';

/** A provider's script that could not be loaded. */
export class ExternalScriptError extends Error {
  override readonly name = 'ExternalScriptError';
}

/** Milliseconds. */
const loadTimeout = 10_000;

/**
 * Loads a provider's script and returns what it defines on the window, read by `find`. Throws
 * {@link ExternalScriptError} and removes the script element, so that the next call can retry.
 */
export function loadExternalScript<T>(url: string, find: () => T | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (reason: string) => {
      clearTimeout(timer);
      script.remove();
      reject(new ExternalScriptError(reason));
    };
    const timer = setTimeout(() => fail(`${url} did not load in time`), loadTimeout);
    script.src = trustedScriptUrl(url);
    script.async = true;
    script.onerror = () => fail(`${url} did not load`);
    script.onload = () => {
      clearTimeout(timer);
      const loaded = find();
      if (loaded === undefined) fail(`${url} did not define the expected API`);
      else resolve(loaded);
    };
    document.head.append(script);
  });
}
