import type { Clock } from '../platform/clock.ts';
import type { Transaction } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { withdraw } from '../platform/one-time-codes.ts';
import type { Queue } from '../platform/queue.ts';
import type { Sealer } from '../platform/sealed-secrets.ts';
import { type ActivityEvent, recordActivity } from './activity.queries.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { setPasswordHash } from './password.queries.ts';
import { endSessions } from './sessions.queries.ts';

/** A new password to apply. */
export interface NewPassword {
  userId: UserId;
  /** The user's email address, which is notified. */
  email: string;
  passwordHash: string;
  event: Extract<ActivityEvent, 'password_changed' | 'password_reset'>;
  /** The session to keep, or null to revoke all of them. */
  keepSession: string | null;
}

/**
 * Applies a new password: stores its hash, revokes the user's other sessions and any pending codes that could
 * bypass it, records the activity, and emails the user.
 */
export async function putPasswordInForce(
  services: { queue: Queue; sealer: Sealer; clock: Clock },
  transaction: Transaction,
  { userId, email, passwordHash, event, keepSession }: NewPassword,
): Promise<void> {
  await setPasswordHash(transaction, userId, passwordHash);
  await endSessions(transaction, userId, keepSession);
  await withdraw(transaction, userId, 'reset_password', 'change_email');
  await recordActivity(transaction, { userId, event });
  await enqueueMail(services, transaction, {
    userId,
    to: email,
    mail: { kind: 'password_changed', at: services.clock.now().toISOString() },
  });
}
