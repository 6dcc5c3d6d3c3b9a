import { type ProviderRedirect, providerRedirectKey } from './provider-redirect.ts';

/** Reads and removes the stored purpose of the redirect that has just returned. */
export function consumeProviderRedirect(): ProviderRedirect {
  let stored: string | null = null;
  try {
    stored = sessionStorage.getItem(providerRedirectKey);
    sessionStorage.removeItem(providerRedirectKey);
  } catch {
    // If storage is blocked, nothing was stored either.
  }
  return parseProviderRedirect(stored);
}

/** Parses a stored purpose. Anything malformed is treated as a sign-in that continues at /. */
export function parseProviderRedirect(stored: string | null): ProviderRedirect {
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
