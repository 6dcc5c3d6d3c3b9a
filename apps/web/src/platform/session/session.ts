import { useSyncExternalStore } from 'react';
import { onStorageChange, readStored, storageKeys, writeStored } from '../browser/storage.ts';
import { setDemoMode } from '../demo-mode.ts';
import { type Claims, decodeClaims } from './token-claims.ts';

/** The signed-in user, as the stored token identifies them. */
export interface Session {
  readonly token: string;
  readonly claims: Claims;
}

/**
 * Why this tab's last session ended: the user signed out here, it ended otherwise (the server no
 * longer accepts the token, or another tab signed out), or the account was deleted.
 */
export type SessionEndReason = 'signed-out' | 'ended' | 'deleted';

const storageKey = storageKeys.token;
const listeners = new Set<() => void>();
let current = read();
let endReason: SessionEndReason = 'signed-out';

function read(): Session | null {
  const token = readStored(storageKey);
  if (token === null) return null;
  const claims = decodeClaims(token);
  return claims ? { token, claims } : null;
}

function reload(reason: SessionEndReason): void {
  const next = read();
  if (next?.token === current?.token) return;
  current = next;
  endReason = reason;
  for (const listener of listeners) listener();
}

/** Rereads the stored token. The event for another tab's change arrives a little after the change. */
export function reloadSession(): void {
  reload('ended');
}

onStorageChange(storageKey, reloadSession);

/** The current session, or null if no user is signed in. */
export function getSession(): Session | null {
  return current;
}

/**
 * Stores a new token, which signs in or renews the session in every tab. A new user or subscription
 * turns demo mode off: a user who has just signed in or paid expects their own data.
 */
export function storeToken(token: string): void {
  const before = current?.claims;
  writeStored(storageKey, token);
  reload('signed-out');
  const now = getSession()?.claims;
  if (now?.id !== before?.id || now?.subscription !== before?.subscription) setDemoMode(false);
}

/** Clears the token, which signs out every tab, and turns demo mode off for the next user. */
export function clearToken(reason: SessionEndReason): void {
  setDemoMode(false);
  writeStored(storageKey, null);
  reload(reason);
}

/** Why this tab's last session ended. */
export function lastEndReason(): SessionEndReason {
  return endReason;
}

/** Calls `listener` at every change of the token. Returns the function that unsubscribes. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current session, across renewals and tabs; null if no user is signed in. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, getSession);
}
