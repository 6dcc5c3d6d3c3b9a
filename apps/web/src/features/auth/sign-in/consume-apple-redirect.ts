import { type AppleRedirect, appleRedirectKey } from './apple-redirect.ts';

/** Reads and removes the stored purpose of the redirect that has just returned. */
export function consumeAppleRedirect(): AppleRedirect {
  let stored: string | null = null;
  try {
    stored = sessionStorage.getItem(appleRedirectKey);
    sessionStorage.removeItem(appleRedirectKey);
  } catch {
    // Without storage, nothing was stored either.
  }
  return parseAppleRedirect(stored);
}

/** Parses a stored purpose. Anything malformed counts as a sign-in that continues at /. */
export function parseAppleRedirect(stored: string | null): AppleRedirect {
  const signIn = { purpose: 'sign-in', next: '/' } as const;
  if (stored === null) return signIn;
  try {
    const parsed: { purpose?: unknown; next?: unknown } = JSON.parse(stored) ?? {};
    if (parsed.purpose === 'link') return { purpose: 'link' };
    return typeof parsed.next === 'string' ? { ...signIn, next: parsed.next } : signIn;
  } catch {
    return signIn;
  }
}
