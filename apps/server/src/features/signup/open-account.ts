import { emailTakenMessage, isEmail, signupEmailMessage } from '@cairn/contract/credential-rules';
import { recordActivity } from '../../domain/activity.queries.ts';
import { findAddressOwner } from '../../domain/addresses.queries.ts';
import { requireGoodPassword } from '../../domain/new-password.ts';
import { insertUser, takeAddress } from '../../domain/new-user.queries.ts';
import { newUserId } from '../../platform/identifiers.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { Failure, refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';

/** Whether an address can still sign up. 422 if it is none, 409 if it is taken. */
export async function checkAddress({ database }: Services, email: string): Promise<string> {
  const address = email.trim();
  if (!isEmail(address)) throw refused(signupEmailMessage);
  if ((await findAddressOwner(database, address.toLowerCase())) !== null)
    throw new Failure('conflict', emailTakenMessage);
  return address;
}

/** Opens an account with an address and a password that keep the rules. */
export async function openAccount(
  services: Services,
  wish: { email: string; password: string; ip: string },
) {
  requireGoodPassword(wish.password);
  await services.limits.take('signup_ip', wish.ip);
  const email = await checkAddress(services, wish.email);
  const passwordHash = await hashPassword(wish.password);
  const userId = newUserId();
  await services.database.transaction(async (transaction) => {
    // Two people may ask for one address at the same moment: the directory decides.
    if (!(await takeAddress(transaction, { address: email.toLowerCase(), userId })))
      throw new Failure('conflict', emailTakenMessage);
    await insertUser(transaction, { userId, email, emailVerified: false, passwordHash });
    await recordActivity(transaction, { userId, event: 'signed_up' });
  });
  services.log.info({ event: 'signed_up', user_id: userId });
  return { username: email };
}
