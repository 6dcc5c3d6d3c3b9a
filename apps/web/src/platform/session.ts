import { useSyncExternalStore } from 'react';
import { setDemoMode } from './demo-mode.ts';
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

/**
 * Stores a new token: signs in, or renews what is known about the person, in every tab. Who has just
 * signed in or paid is shown their own money, not the demo's.
 */
export function storeToken(token: string): void {
  const before = current?.claims;
  writeStored(storageKey, token);
  reload('left');
  const now = getSession()?.claims;
  if (now?.id !== before?.id || now?.subscription !== before?.subscription) setDemoMode(false);
}

/** Forgets the token: signs out here, in every tab. Whoever comes next did not ask for the demo. */
export function clearToken(how: SessionEnding): void {
  setDemoMode(false);
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
