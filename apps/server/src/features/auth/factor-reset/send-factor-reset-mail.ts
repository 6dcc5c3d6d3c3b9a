import type { FactorResetMail } from '../../../identity/factor-resets.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { issueCode } from '../../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../../services.ts';

/**
 * Sends an email about a factor reset, with a link that cancels it. `at`: when the factors can be removed. In
 * `factor_reset_ready`, they can already be removed, and `at` is when that period ends.
 */
export async function sendFactorResetMail(
  services: Services,
  transaction: Transaction,
  mail: {
    userId: UserId;
    email: string;
    kind: 'factor_reset_requested' | FactorResetMail;
    at: Date;
  },
): Promise<void> {
  const { userId, email, kind, at } = mail;
  const code = await issueCode(transaction, services.sealer, {
    purpose: 'cancel_factor_reset',
    userId,
  });
  await enqueueMail(services, transaction, {
    userId,
    to: email,
    mail: { kind, code, at: at.toISOString() },
  });
}
