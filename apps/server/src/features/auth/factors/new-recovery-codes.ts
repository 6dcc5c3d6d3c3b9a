import { recordActivity } from '../../../identity/activity.queries.ts';
import { lockCredentials } from '../../../identity/password.queries.ts';
import { listSecondFactors } from '../../../identity/second-factors.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { Failure, unprocessable } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { generateRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';

/** Replaces a user's recovery codes and returns the new ones. Throws 422 if no second factor is enrolled. */
export async function createRecoveryCodes(
  services: Services,
  userId: UserId,
): Promise<readonly string[]> {
  const { database, clock } = services;
  const generated = await generateRecoveryCodes();
  await database.transaction(async (transaction) => {
    const user = await lockCredentials(transaction, userId);
    if (user === undefined) throw new Failure('unauthenticated');
    if ((await listSecondFactors(transaction, userId)).length === 0)
      throw unprocessable(authCopy.noSecondFactor);
    await replaceRecoveryCodes(transaction, userId, generated);
    await recordActivity(transaction, { userId, event: 'recovery_codes_replaced' });
    await enqueueMail(services, transaction, {
      userId,
      to: user.email,
      mail: { kind: 'recovery_codes_replaced', at: clock.now().toISOString() },
    });
  });
  return generated.codes;
}
