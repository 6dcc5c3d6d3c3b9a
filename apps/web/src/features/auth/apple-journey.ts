import { apiBase } from '../../platform/call-request.ts';

/**
 * The purpose of a redirect to Apple: to sign in and continue at a path of this app, or to link Apple to
 * the signed-in account. Stored in this tab's session storage, because Apple's response doesn't carry it.
 */
export type AppleJourney = { purpose: 'sign-in'; next: string } | { purpose: 'link' };

/** Starts the redirect to Apple. The browser navigates here; it isn't an API call. */
export const appleStart = `${apiBase}/code/apple`;

/** The key in `sessionStorage`. */
export const appleJourneyKey = 'appleRedirect';

/** Stores the purpose of a redirect that is about to start. Replaces that of an abandoned one. */
export function noteAppleJourney(redirect: AppleJourney): void {
  try {
    sessionStorage.setItem(appleJourneyKey, JSON.stringify(redirect));
  } catch {
    // Without storage, the callback falls back to a sign-in that continues at /.
  }
}

/** Redirects to Apple to link it to the signed-in account. Apple returns to /apple/cb. */
export function beginAppleLinking(): void {
  noteAppleJourney({ purpose: 'link' });
  window.location.assign(appleStart);
}
