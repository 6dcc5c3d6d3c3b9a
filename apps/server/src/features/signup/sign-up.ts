import {
  emailTakenMessage,
  isEmail,
  signupEmailMessage,
} from '@cairn/contract/rules/credential-rules';
import { recordActivity } from '../../identity/activity.queries.ts';
import { findAddressOwner } from '../../identity/addresses.queries.ts';
import { insertUser, reserveAddress } from '../../identity/new-user.queries.ts';
import { requireSignupPassword } from '../../identity/password-policy.ts';
import { requireStrongPassword } from '../../identity/strong-password.ts';
import { newUserId } from '../../platform/identifiers.ts';
import { Failure, unprocessable } from '../../platform/problem.ts';
import { hashPassword } from '../../platform/secrets/passwords.ts';
import type { Services } from '../../services.ts';
import { signupCopy } from './signup.copy.ts';

/** Throws 403 if the operator has turned off sign-up with a password. */
export function requirePasswordSignUp({ settings }: Pick<Services, 'settings'>): void {
  if (!settings.allowsPasswordSignUp) throw new Failure('forbidden', signupCopy.passwordSignUpOff);
}

/** Returns the trimmed address if a user can sign up with it. Throws 422 if it is invalid, 409 if it is taken. */
export async function requireAvailableAddress(
  { database }: Services,
  email: string,
): Promise<string> {
  const address = email.trim();
  if (!isEmail(address)) throw unprocessable(signupEmailMessage);
  if ((await findAddressOwner(database, address.toLowerCase())) !== null)
    throw new Failure('conflict', emailTakenMessage);
  return address;
}

/**
 * Signs up a user with an address and a password. Throws 422 if either breaks the rules, 409 if the address is taken.
 */
export async function signUp(
  services: Services,
  input: { email: string; password: string; ip: string },
) {
  requireSignupPassword(input.password, input.email);
  await services.rateLimiter.consume('signup_ip', input.ip);
  const email = await requireAvailableAddress(services, input.email);
  await requireStrongPassword(services, { password: input.password, email });
  const passwordHash = await hashPassword(input.password);
  const userId = newUserId();
  await services.database.transaction(async (transaction) => {
    // The directory decides between concurrent requests for the same address.
    if (!(await reserveAddress(transaction, { address: email.toLowerCase(), userId })))
      throw new Failure('conflict', emailTakenMessage);
    await insertUser(transaction, { userId, email, emailVerified: false, passwordHash });
    await recordActivity(transaction, { userId, event: 'signed_up' });
  });
  services.log.info({ event: 'signed_up', user_id: userId });
  return { username: email };
}
