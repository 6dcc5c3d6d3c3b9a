import { type AppleJourney, appleJourneyKey } from './apple-journey.ts';

/** What the trip to Apple was for that has just come to its end, and forgets it. */
export function takeAppleJourney(): AppleJourney {
  let stored: string | null = null;
  try {
    stored = sessionStorage.getItem(appleJourneyKey);
    sessionStorage.removeItem(appleJourneyKey);
  } catch {
    // Storage is closed to us: nothing was noted either.
  }
  return readAppleJourney(stored);
}

/** The stored note; whatever is not one is a sign-in that leads to /. */
export function readAppleJourney(stored: string | null): AppleJourney {
  const signIn = { purpose: 'sign-in', next: '/' } as const;
  if (stored === null) return signIn;
  try {
    const note: { purpose?: unknown; next?: unknown } = JSON.parse(stored) ?? {};
    if (note.purpose === 'link') return { purpose: 'link' };
    return typeof note.next === 'string' ? { ...signIn, next: note.next } : signIn;
  } catch {
    return signIn;
  }
}
