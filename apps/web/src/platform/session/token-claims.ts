import type { TokenClaims } from '@cairn/contract/auth';
import type { Static } from 'typebox';

/** The claims that the client reads from its token. Only the server verifies them. */
export type Claims = Static<typeof TokenClaims>;

/** The claims that identify the signed-in user. None is a secret. */
export type SessionClaims = Omit<Claims, 'iat' | 'exp'>;

/**
 * The claims of a signed token (RFC 7519), or null if it isn't one of Cairn's. The signature isn't
 * verified: the server checks access on every call.
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
  if (parseSessionClaims(value) === null) return false;
  const { iat, exp } = value as Partial<Record<keyof Claims, unknown>>; // Each field is checked below.
  return typeof iat === 'number' && typeof exp === 'number';
}

/** The claims in a value that identify the signed-in user. Null if any is missing. */
export function parseSessionClaims(value: unknown): SessionClaims | null {
  if (typeof value !== 'object' || value === null) return null;
  const claims = value as Partial<Record<keyof Claims, unknown>>; // Each field is checked below.
  const { id, username, subscription, email_verified, sid } = claims;
  if (typeof id !== 'string' || typeof username !== 'string' || typeof sid !== 'string')
    return null;
  if (subscription !== 'free' && subscription !== 'paid') return null;
  return { id, username, subscription, email_verified: email_verified === true, sid };
}

/**
 * Milliseconds for which a token that has just arrived is valid. Both times are the server's, so a wrong clock
 * on this device doesn't matter.
 */
export const lifetimeOf = ({ iat, exp }: Pick<Claims, 'iat' | 'exp'>): number => (exp - iat) * 1000;
