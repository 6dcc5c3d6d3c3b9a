import { enqueueMail } from '../mail/enqueue-mail.ts';
import type { Clock } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { invalidateCodes } from '../platform/secrets/one-time-codes.ts';
import type { Sealer } from '../platform/secrets/sealed-secrets.ts';
import { type ActivityEvent, recordActivity } from './activity.queries.ts';
import { endAllTrust, forgetDevices } from './known-devices.queries.ts';
import { setPasswordHash } from './password.queries.ts';
import { revokeSessions } from './sessions.queries.ts';

/** A new password to apply. */
export interface NewPassword {
  userId: UserId;
  /** The user's address, to which the notification is sent. */
  email: string;
  passwordHash: string;
  event: Extract<ActivityEvent, 'password_changed' | 'password_reset'>;
  /** The session to keep, or null to revoke all of them. */
  exceptSessionId: string | null;
}

/**
 * Applies a new password: stores its hash, revokes the user's other sessions and any pending codes that could
 * bypass it, forgets their other devices, ends the trust in all devices, records the activity, and emails the user.
 */
export async function applyNewPassword(
  services: { queue: Queue; sealer: Sealer; clock: Clock },
  transaction: Transaction,
  { userId, email, passwordHash, event, exceptSessionId }: NewPassword,
): Promise<void> {
  await setPasswordHash(transaction, userId, passwordHash);
  await revokeSessions(transaction, userId, exceptSessionId);
  await forgetDevices(transaction, userId, exceptSessionId);
  await endAllTrust(transaction, userId);
  await invalidateCodes(transaction, userId, 'reset_password', 'change_email');
  await recordActivity(transaction, { userId, event });
  await enqueueMail(services, transaction, {
    userId,
    to: email,
    mail: { kind: 'password_changed', at: services.clock.now().toISOString() },
  });
}
