import { lockCredentials } from '../../../identity/password.queries.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { useStatelessCode } from '../../../platform/secrets/one-time-codes.ts';
import {
  challengeExpired,
  hasSamePassword,
  type SecondFactorChallenge,
} from './second-factor-challenge.ts';

/** Locks the user of a challenge. Throws `invalid_credentials` if the password has changed since it was issued. */
export async function lockChallengedUser(
  transaction: Transaction,
  challenge: SecondFactorChallenge,
) {
  // The lock makes concurrent attempts wait for each other, and for a concurrent change of the password.
  const user = await lockCredentials(transaction, challenge.userId);
  if (user === undefined || !hasSamePassword(challenge, user.password_hash))
    throw challengeExpired();
  return user;
}

/**
 * Uses up a challenge and locks its user. Throws `invalid_credentials` if it is already used. A rollback leaves it
 * unused.
 */
export async function useChallenge(
  transaction: Transaction,
  sealed: string,
  challenge: SecondFactorChallenge,
) {
  const user = await lockChallengedUser(transaction, challenge);
  const expires = new Date(challenge.expires);
  if (!(await useStatelessCode(transaction, { purpose: 'second_factor', code: sealed, expires })))
    throw challengeExpired();
  return user;
}
