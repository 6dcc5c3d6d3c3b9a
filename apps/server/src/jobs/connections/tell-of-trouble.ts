import { formatInstitution } from '@cairn/contract/formats';
import { enqueueMail } from '../../domain/enqueue-mail.ts';
import { findItem } from '../../domain/linked-items.queries.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import type { ItemKey } from '../sync/lease.queries.ts';
import { findReader, takeUntold } from './connections.queries.ts';

/**
 * Emails the user that a bank needs them, in the transaction that records the problem. Sends one email per problem;
 * once the problem is fixed, the next one is reported again.
 */
export async function tellOfTrouble(
  services: Services,
  transaction: Transaction,
  key: ItemKey,
): Promise<void> {
  const recipient = await findReader(transaction, key.userId);
  // Items of users who have not paid are not synced, so there is nothing to fix.
  if (recipient?.paid !== true) return;
  const problem = await takeUntold(transaction, key);
  if (problem === undefined) return;
  const item = await findItem(transaction, key.userId, key.itemId);
  await enqueueMail(services, transaction, {
    userId: key.userId,
    to: recipient.email,
    mail: {
      kind: 'bank_needs_you',
      why: problem.health,
      institution: item === undefined ? problem.institution_name : formatInstitution(item),
      id: key.itemId,
      ends: problem.consent_ends_at?.toISOString() ?? null,
    },
  });
}
