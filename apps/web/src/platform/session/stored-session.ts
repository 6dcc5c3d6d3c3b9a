import { readStored, storageKeys, writeStored } from '../browser/storage.ts';
import { decodeClaims, parseSessionClaims, type SessionClaims } from './token-claims.ts';

/*
 * What the browser keeps across loads: the claims of the signed-in user, but nothing that lets anyone sign in. The
 * refresh token is in a cookie that scripts can't read.
 */

/** The signed-in user's claims: the claims of a token to adopt, or else the app's own. Null if no user is signed in. */
export function readStoredSession(): SessionClaims | null {
  const own = readOwnSession();
  const token = readAdoptableToken();
  const adoptable = token === null ? null : parseSessionClaims(decodeClaims(token));
  // The app's own claims of the same session are newer.
  return adoptable === null || adoptable.sid === own?.sid ? own : adoptable;
}

/** The claims that the app itself stored. */
export function readOwnSession(): SessionClaims | null {
  const text = readStored(storageKeys.session);
  if (text === null) return null;
  try {
    return parseSessionClaims(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Stores the claims of the signed-in user; null after signing out. A token of another session is no longer adopted.
 */
export function storeSession(claims: SessionClaims | null): void {
  writeStored(storageKeys.session, claims && JSON.stringify(claims));
  const token = readAdoptableToken();
  if (token !== null && decodeClaims(token)?.sid !== claims?.sid) removeAdoptableToken();
}

/** The token that another program stored for the app to adopt, or null. Removes a malformed token. */
export function readAdoptableToken(): string | null {
  const token = readStored(storageKeys.adoptableToken);
  if (token === null || decodeClaims(token) !== null) return token;
  removeAdoptableToken();
  return null;
}

/** Removes the token to adopt. */
export function removeAdoptableToken(): void {
  writeStored(storageKeys.adoptableToken, null);
}
