import { formatInstitution } from '@cairn/contract/text/formats';
import { findItem } from '../../domain/items/linked-items.queries.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Services } from '../../services.ts';
import type { ItemKey } from '../sync/lease.queries.ts';
import { claimHealthNotification, findMailRecipient } from './item-health.queries.ts';

/**
 * Emails the user that a bank needs their attention, in the transaction that records the problem. Sends one email per
 * problem. Once a problem is fixed, the next one is reported by a new email.
 */
export async function notifyBankNeedsUser(
  services: Services,
  transaction: Transaction,
  key: ItemKey,
): Promise<void> {
  const recipient = await findMailRecipient(transaction, key.userId);
  // Items of users who have not paid are not synced, so there is nothing to fix.
  if (recipient?.paid !== true) return;
  const problem = await claimHealthNotification(transaction, key);
  if (problem === undefined) return;
  const item = await findItem(transaction, key.userId, key.itemId);
  await enqueueMail(services, transaction, {
    userId: key.userId,
    to: recipient.email,
    mail: {
      kind: 'bank_needs_user',
      why: problem.health,
      institution: item === undefined ? problem.institution_name : formatInstitution(item),
      id: key.itemId,
      ends: problem.consent_ends_at?.toISOString() ?? null,
    },
  });
}
