import { apiBase } from '../../../platform/api/call-request.ts';

/**
 * The purpose of a redirect to Apple: to sign in and continue at a path of this app, or to link Apple to
 * the signed-in account. Stored in this tab's session storage, because Apple's response doesn't carry it.
 */
export type AppleRedirect = { purpose: 'sign-in'; next: string } | { purpose: 'link' };

/** Starts the redirect to Apple. The browser navigates here; it isn't an API call. */
export const appleStartUrl = `${apiBase}/code/apple`;

/** The key in `sessionStorage`. */
export const appleRedirectKey = 'appleRedirect';

/** Stores the purpose of a redirect that is about to start. Replaces that of an abandoned one. */
export function saveAppleRedirect(redirect: AppleRedirect): void {
  try {
    sessionStorage.setItem(appleRedirectKey, JSON.stringify(redirect));
  } catch {
    // Without storage, the callback falls back to a sign-in that continues at /.
  }
}

/** Redirects to Apple to link it to the signed-in account. Apple returns to /apple/cb. */
export function redirectToLinkApple(): void {
  saveAppleRedirect({ purpose: 'link' });
  window.location.assign(appleStartUrl);
}
