import { formatInstitution } from '@cairn/contract/formats';
import { enqueueMail } from '../../domain/enqueue-mail.ts';
import { findItem } from '../../domain/linked-items.queries.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import type { ItemKey } from '../sync/lease.queries.ts';
import { findReader, takeUntold } from './connections.queries.ts';

/**
 * Writes to the user that a bank needs them, once for each time that it does: whoever mends it ends it, and
 * the next time is written about again. In the transaction that notes the trouble.
 */
export async function tellOfTrouble(
  services: Services,
  transaction: Transaction,
  key: ItemKey,
): Promise<void> {
  const reader = await findReader(transaction, key.userId);
  // For who does not pay nothing is fetched, so there is nothing to mend.
  if (reader?.paid !== true) return;
  const trouble = await takeUntold(transaction, key);
  if (trouble === undefined) return;
  const item = await findItem(transaction, key.userId, key.itemId);
  await enqueueMail(services, transaction, {
    userId: key.userId,
    to: reader.email,
    mail: {
      kind: 'bank_needs_you',
      why: trouble.health,
      institution: item === undefined ? trouble.institution_name : formatInstitution(item),
      id: key.itemId,
      ends: trouble.consent_ends_at?.toISOString() ?? null,
    },
  });
}
