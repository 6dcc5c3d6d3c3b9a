import { emailTakenMessage, isEmail, signupEmailMessage } from '@cairn/contract/credential-rules';
import { recordActivity } from '../../domain/activity.queries.ts';
import { findAddressOwner } from '../../domain/addresses.queries.ts';
import { requireGoodPassword } from '../../domain/new-password.ts';
import { insertUser, takeAddress } from '../../domain/new-user.queries.ts';
import { newUserId } from '../../platform/identifiers.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { Failure, refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';

/** Returns the trimmed address if it can sign up. Throws 422 if it is invalid, 409 if it is taken. */
export async function checkAddress({ database }: Services, email: string): Promise<string> {
  const address = email.trim();
  if (!isEmail(address)) throw refused(signupEmailMessage);
  if ((await findAddressOwner(database, address.toLowerCase())) !== null)
    throw new Failure('conflict', emailTakenMessage);
  return address;
}

/** Signs up a user with an address and a password. Throws 422 if either breaks the rules, 409 if the address is taken. */
export async function openAccount(
  services: Services,
  input: { email: string; password: string; ip: string },
) {
  requireGoodPassword(input.password);
  await services.limits.take('signup_ip', input.ip);
  const email = await checkAddress(services, input.email);
  const passwordHash = await hashPassword(input.password);
  const userId = newUserId();
  await services.database.transaction(async (transaction) => {
    // The directory decides between concurrent requests for the same address.
    if (!(await takeAddress(transaction, { address: email.toLowerCase(), userId })))
      throw new Failure('conflict', emailTakenMessage);
    await insertUser(transaction, { userId, email, emailVerified: false, passwordHash });
    await recordActivity(transaction, { userId, event: 'signed_up' });
  });
  services.log.info({ event: 'signed_up', user_id: userId });
  return { username: email };
}
