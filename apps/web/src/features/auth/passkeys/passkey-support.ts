/**
 * True if this browser can use passkeys at this address. Browsers offer them over HTTPS and on localhost, but not at an
 * IP address.
 */
export const supportsPasskeys = (): boolean =>
  typeof window.PublicKeyCredential === 'function' &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);

/** True if this browser suggests passkeys in the username field. */
export const canSuggestPasskeys = async (): Promise<boolean> =>
  supportsPasskeys() &&
  (await window.PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
