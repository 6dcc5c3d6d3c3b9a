import { useSyncExternalStore } from 'react';
import { onStoredElsewhere, readStored, writeStored } from './storage.ts';
import { type Claims, decodeClaims } from './token-claims.ts';

/** The signed-in person as the stored token tells it. */
export interface Session {
  readonly token: string;
  readonly claims: Claims;
}

/**
 * How the last session of this tab ended: its person left, it ended without their doing here (the
 * server no longer takes the token, or another tab signed out), or the account was deleted.
 */
export type SessionEnding = 'left' | 'ended' | 'deleted';

const storageKey = 'jwt_token';
const listeners = new Set<() => void>();
let current = read();
let ending: SessionEnding = 'left';

function read(): Session | null {
  const token = readStored(storageKey);
  if (token === null) return null;
  const claims = decodeClaims(token);
  return claims ? { token, claims } : null;
}

function reload(how: SessionEnding): void {
  const next = read();
  if (next?.token === current?.token) return;
  current = next;
  ending = how;
  for (const listener of listeners) listener();
}

/**
 * Looks at what is stored now. Another tab's token is there a moment before this tab is told of it.
 */
export function rereadSession(): void {
  reload('ended');
}

onStoredElsewhere(storageKey, rereadSession);

/** The session now, or null when nobody is signed in. */
export function getSession(): Session | null {
  return current;
}

/** Stores a new token: signs in, or renews what is known about the person, in every tab. */
export function storeToken(token: string): void {
  writeStored(storageKey, token);
  reload('left');
}

/** Forgets the token: signs out here, in every tab. */
export function clearToken(how: SessionEnding): void {
  writeStored(storageKey, null);
  reload(how);
}

/** How the last session of this tab ended, for the page that one is led to then. */
export function lastEnding(): SessionEnding {
  return ending;
}

/** Calls back at every change of the token; answers how to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session, followed across renewals and tabs. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, getSession);
}
