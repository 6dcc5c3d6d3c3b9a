/** The part of the Trusted Types API that is used. Not every browser has it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** The only way in which the app's own code adds scripts to a page (`require-trusted-types-for 'script'`). */
const policy = trustedTypes?.createPolicy('cairn', {
  createScriptURL: (url) => {
    if (!/^https?:$/.test(new URL(url, window.location.href).protocol))
      throw new TypeError('A script must have an http(s) address');
    return url;
  },
});

/** Allows a script to be loaded from a provider's address, which is in the server's configuration. */
export const trustedScriptUrl = (url: string): string => policy?.createScriptURL(url) ?? url;
