import { useSyncExternalStore } from 'react';
import { onStorageChange, storageKeys } from '../browser/storage.ts';
import { setDemoMode } from '../demo-mode.ts';
import { readStoredSession, storeSession } from './stored-session.ts';
import {
  decodeClaims,
  lifetimeOf,
  parseSessionClaims,
  type SessionClaims,
} from './token-claims.ts';

/** The signed-in user. */
export interface Session {
  readonly claims: SessionClaims;
}

/** An access token. It is kept only in a page's memory, so that it is in no file and no backup of the device. */
interface AccessToken {
  readonly token: string;
  readonly sessionId: string;
  /** Timestamp by this device's clock. */
  readonly expiresAt: number;
}

/**
 * Why this tab's last session ended: the user signed out here (`signed-out`), another tab signed out or
 * the server no longer accepts the session (`ended`), a copy of its refresh token was used (`copied`),
 * or the account was deleted (`deleted`).
 */
export type SessionEndReason = 'signed-out' | 'ended' | 'copied' | 'deleted';

const listeners = new Set<() => void>();
const tokenListeners = new Set<() => void>();
/** Shares new tokens between tabs, so that one tab renews for all of them. */
const channel = typeof window === 'undefined' ? null : new BroadcastChannel('cairn-token');
let current = read();
let accessToken: AccessToken | null = null;
let endReason: SessionEndReason = 'signed-out';

function read(): Session | null {
  const claims = readStoredSession();
  return claims && { claims };
}

function reload(reason: SessionEndReason): void {
  const next = read();
  if (next?.claims.sid !== accessToken?.sessionId) accessToken = null;
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  endReason = reason;
  for (const listener of listeners) listener();
}

function keepToken(token: AccessToken): void {
  accessToken = token;
  for (const listener of tokenListeners) listener();
}

/** Rereads the stored claims, which another tab may have changed. */
export function reloadSession(): void {
  reload('ended');
}

onStorageChange(storageKeys.session, reloadSession);
if (typeof window !== 'undefined')
  // A page in the back/forward cache misses the changes that other tabs make.
  window.addEventListener('pageshow', ({ persisted }) => persisted && reloadSession());
if (channel)
  channel.onmessage = ({ data }: MessageEvent<AccessToken>) => {
    // The storage event for the other tab's change may arrive after this message.
    reloadSession();
    if (data.sessionId === current?.claims.sid) keepToken(data);
  };

/** The current session, or null if no user is signed in. */
export function getSession(): Session | null {
  return current;
}

/** The access token of the current session, unless it has expired. */
export function getToken(): string | null {
  return timeUntilExpiry() > 0 ? (accessToken?.token ?? null) : null;
}

/** Milliseconds until the access token expires; 0 if there is none. */
export function timeUntilExpiry(): number {
  return accessToken === null ? 0 : Math.max(0, accessToken.expiresAt - Date.now());
}

/**
 * Stores a new token, which signs the user in or renews the session in every tab. A new user or subscription
 * turns demo mode off: a user who has just signed in or paid expects their own data.
 */
export function storeToken(token: string): void {
  const claims = decodeClaims(token);
  const session = parseSessionClaims(claims);
  if (claims === null || session === null) throw new Error('The server sent a malformed token.');
  const before = current?.claims;
  storeSession(session);
  reload('signed-out');
  const received = {
    token,
    sessionId: session.sid,
    expiresAt: Date.now() + lifetimeOf(claims),
  };
  keepToken(received);
  channel?.postMessage(received);
  if (session.id !== before?.id || session.subscription !== before.subscription) setDemoMode(false);
}

/** Ends the session in every tab, and turns demo mode off for the next user. */
export function clearToken(reason: SessionEndReason): void {
  setDemoMode(false);
  accessToken = null;
  storeSession(null);
  reload(reason);
}

/** Forgets the access token, which the server rejected, so that the next call gets a new token. */
export function dropToken(rejected: string): void {
  if (accessToken?.token === rejected) accessToken = null;
}

/** Why this tab's last session ended. */
export function lastEndReason(): SessionEndReason {
  return endReason;
}

/** Calls `listener` when the user or their claims change. Returns the function that unsubscribes. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls `listener` for every new token of this tab or another. Returns the function that unsubscribes. */
export function onNewToken(listener: () => void): () => void {
  tokenListeners.add(listener);
  return () => tokenListeners.delete(listener);
}

/** The current session, across renewals and tabs; null if no user is signed in. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, getSession);
}
