/** A script of somebody else's could not be had. */
export class ExternalScriptFailure extends Error {
  override readonly name = 'ExternalScriptFailure';
}

/** Longest wait for a script, in milliseconds. */
const loadTimeout = 10_000;

/**
 * Loads a provider's script from its own address and answers what it puts on the window, which
 * `find` looks for. Fails with {@link ExternalScriptFailure} and leaves nothing behind, so that the
 * next call tries afresh.
 */
export function loadExternalScript<T>(url: string, find: () => T | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (reason: string) => {
      clearTimeout(timer);
      script.remove();
      reject(new ExternalScriptFailure(reason));
    };
    const timer = setTimeout(() => fail('It took too long'), loadTimeout);
    script.src = url;
    script.async = true;
    script.onerror = () => fail('It could not be loaded');
    script.onload = () => {
      clearTimeout(timer);
      const found = find();
      if (found === undefined) fail('It did not bring what it should');
      else resolve(found);
    };
    document.head.append(script);
  });
}
