import type { TokenClaims } from '@cairn/contract/auth';
import type { Static } from 'typebox';

/** The claims that the client reads from its token. Only the server verifies them. */
export type Claims = Static<typeof TokenClaims>;

/**
 * The claims of a signed token (RFC 7519), or null if it isn't one of Cairn's. The signature isn't
 * verified: the server checks access at every call.
 */
export function decodeClaims(token: string): Claims | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const base64 = payload.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isClaims(claims) ? claims : null;
  } catch {
    return null;
  }
}

function isClaims(value: unknown): value is Claims {
  if (typeof value !== 'object' || value === null) return false;
  const claims = value as Partial<Record<keyof Claims, unknown>>; // Each field is checked below.
  return (
    typeof claims.id === 'string' &&
    typeof claims.username === 'string' &&
    (claims.subscription === 'free' || claims.subscription === 'paid') &&
    typeof claims.exp === 'number'
  );
}

/** Milliseconds until a token is due for renewal, 15 minutes before it expires; 0 if that is past. */
export function renewalDelay(claims: Pick<Claims, 'exp'>, now: number): number {
  return Math.max(0, claims.exp * 1000 - now - renewBefore);
}

/** True if a token has expired at `now` (milliseconds). */
export function isExpired(claims: Pick<Claims, 'exp'>, now: number): boolean {
  return claims.exp * 1000 <= now;
}

const renewBefore = 15 * 60 * 1000;
