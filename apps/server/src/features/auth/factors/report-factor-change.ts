import { recordActivity } from '../../../identity/activity.queries.ts';
import { endAllTrust } from '../../../identity/known-devices.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Services } from '../../../services.ts';
import type { NotifiedUser } from './verify-second-factor.ts';

/**
 * Records in the activity that a second factor was added or removed, emails the user, and ends the trust in all devices.
 * `name`: as users read it, for example 'Authenticator app'.
 */
export async function reportFactorChange(
  services: Services,
  transaction: Transaction,
  { userId, email, change, name }: NotifiedUser & { change: 'added' | 'removed'; name: string },
): Promise<void> {
  await recordActivity(transaction, { userId, event: `second_factor_${change}`, detail: name });
  const at = services.clock.now().toISOString();
  await enqueueMail(services, transaction, {
    userId,
    to: email,
    mail: { kind: `second_factor_${change}`, factor: name, at },
  });
  await endAllTrust(transaction, userId);
  services.log.info({ event: `second_factor_${change}`, user_id: userId });
}
