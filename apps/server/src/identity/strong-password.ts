import { personalWords } from '@cairn/passwords/personal-words';
import { isGuessable } from '@cairn/passwords/strength';
import type { Logger } from '../platform/log.ts';
import { unprocessable } from '../platform/problem.ts';
import { identityCopy } from './identity.copy.ts';
import { StrengthWorker } from './password-strength/strength-worker.ts';

/** Looks up leaked passwords. */
export interface BreachChecker {
  /** Resolves to true if a password was leaked. Rejects if the lookup fails. */
  isBreached(password: string): Promise<boolean>;
}

/** The services that are needed to check a new password. */
export interface PasswordServices {
  log: Logger;
  /** Null if the operator has not configured a service that knows leaked passwords. */
  breaches: BreachChecker | null;
}

const copy = identityCopy.newPassword;
const worker = new StrengthWorker();

/**
 * Throws 422 with advice if a password that the rules accept (password-policy.ts) is easy to guess for someone who
 * knows the user's address, or was leaked. If that can't be checked in time, the password is accepted, so that sign-ups
 * and password resets keep working.
 */
export async function requireStrongPassword(
  { log, breaches }: PasswordServices,
  { password, email }: { password: string; email: string },
): Promise<void> {
  const strength = await worker.estimate(password, personalWords(email));
  if (strength === null) log.warn({ event: 'password_strength_unknown' });
  else if (isGuessable(password, strength))
    throw unprocessable(`${copy.guessable} ${strength.advice || copy.advice}`);
  if (breaches !== null && (await isBreached(breaches, password, log)))
    throw unprocessable(copy.breached);
}

async function isBreached(
  breaches: BreachChecker,
  password: string,
  log: Logger,
): Promise<boolean> {
  try {
    return await breaches.isBreached(password);
  } catch (error) {
    log.warn({ event: 'breach_check_failed', reason: String(error) });
    return false;
  }
}
