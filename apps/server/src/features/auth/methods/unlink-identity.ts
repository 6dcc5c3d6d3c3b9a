import { lockCredentials } from '../../../identity/password.queries.ts';
import {
  countSignInMethods,
  findSignInMethods,
} from '../../../identity/sign-in-methods.queries.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { notFound, unprocessable } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import type { ProviderName } from '../sign-in/verify-identity.ts';
import { removeIdentity } from './remove-identity.ts';

/** Unlinks a sign-in method unless it is the only one. */
export async function unlinkIdentity(
  services: Services,
  userId: UserId,
  provider: ProviderName,
): Promise<void> {
  await services.database.transaction(async (transaction) => {
    // The lock makes the second of two concurrent unlinks see the first.
    const user = await lockCredentials(transaction, userId);
    const methods = await findSignInMethods(transaction, userId);
    if (user === undefined || !methods.some((method) => method.provider === provider))
      throw notFound('sign-in method');
    if ((await countSignInMethods(transaction, userId)) === 1)
      throw unprocessable(authCopy.lastSignInMethod);
    const { email } = user;
    await removeIdentity(services, transaction, { userId, email, provider, reason: 'user' });
  });
  services.log.info({ event: 'sign_in_unlinked', user_id: userId, provider });
}
