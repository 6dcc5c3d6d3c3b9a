import type { TokenClaims } from '@cairn/contract/auth';
import type { Static } from 'typebox';

/** What the client reads from its token. Only the server checks it. */
export type Claims = Static<typeof TokenClaims>;

/**
 * The claims inside a signed token (RFC 7519), or null if it is not one of ours. Nothing is
 * verified here: what a person may see is the server's decision at every call.
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
  const claims = value as Partial<Record<keyof Claims, unknown>>; // Each field is looked at below.
  return (
    typeof claims.id === 'string' &&
    typeof claims.username === 'string' &&
    (claims.subscription === 'free' || claims.subscription === 'paid') &&
    typeof claims.exp === 'number'
  );
}

/** Milliseconds until a token should be renewed: 15 minutes before it ends, 0 if that is past. */
export function renewalDelay(claims: Pick<Claims, 'exp'>, now: number): number {
  return Math.max(0, claims.exp * 1000 - now - renewBefore);
}

/** Whether a token has ended. */
export function isExpired(claims: Pick<Claims, 'exp'>, now: number): boolean {
  return claims.exp * 1000 <= now;
}

const renewBefore = 15 * 60 * 1000;
