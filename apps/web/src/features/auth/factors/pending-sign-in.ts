import { type SecondFactor, secondFactors } from '@cairn/contract/rules/second-factors';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';

/** A sign-in that still needs its second factor. It is kept in this tab's memory until the page is left or reloaded. */
export interface PendingSignIn {
  readonly challenge: string;
  /** The factors to choose from, never empty. */
  readonly factors: readonly [SecondFactor, ...SecondFactor[]];
  /** When the second factors can be removed (ISO 8601), if the user has asked for that. */
  readonly resetAt: string | null;
}

let pending: PendingSignIn | null = null;
const listeners = new Set<() => void>();

/** Stores the sign-in that waits for its second factor. Null discards it. */
export function setPendingSignIn(next: PendingSignIn | null): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** The sign-in that waits for its second factor, or null. */
export const usePendingSignIn = (): PendingSignIn | null =>
  useSyncExternalStore(subscribe, () => pending);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Runs a sign-in. If the server asks for a second factor, the sign-in is stored as pending, and this resolves to
 * 'second-factor'. Otherwise resolves to 'done', or throws as the sign-in does.
 */
export async function runSignIn(signIn: () => Promise<void>): Promise<'done' | 'second-factor'> {
  setPendingSignIn(null);
  try {
    await signIn();
    return 'done';
  } catch (error) {
    const next = pendingSignInFrom(error);
    if (next === null) throw error;
    setPendingSignIn(next);
    return 'second-factor';
  }
}

/** The sign-in that a `second_factor_required` problem describes; null for any other error. */
function pendingSignInFrom(error: unknown): PendingSignIn | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return null;
  const { challenge, factors = [], factor_reset_at: resetAt = null } = error.members;
  const [first, ...others] = secondFactors.filter((factor) => factors.includes(factor));
  return challenge === undefined || first === undefined
    ? null
    : { challenge, factors: [first, ...others], resetAt };
}
