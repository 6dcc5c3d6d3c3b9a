import { apiBase } from '../../platform/call-request.ts';

/**
 * What the trip to Apple is for: to sign in and go on to a path of ours, or to link Apple to the
 * account that is signed in. Kept in this tab's storage: the trip leads through another site, and
 * what Apple sends back says nothing of it.
 */
export type AppleJourney = { purpose: 'sign-in'; next: string } | { purpose: 'link' };

/** Where the trip to Apple begins: a navigation, not a call. */
export const appleStart = `${apiBase}/code/apple`;

/** The key in `sessionStorage`. */
export const appleJourneyKey = 'appleJourney';

/** Notes what the trip is for, as it begins. A trip that was broken off earlier is forgotten. */
export function noteAppleJourney(journey: AppleJourney): void {
  try {
    sessionStorage.setItem(appleJourneyKey, JSON.stringify(journey));
  } catch {
    // Storage is closed to us: the trip will be taken for a sign-in that leads to /.
  }
}

/** Leaves for Apple to link it to the account that is signed in; ends at /apple/cb. */
export function beginAppleLinking(): void {
  noteAppleJourney({ purpose: 'link' });
  window.location.assign(appleStart);
}
