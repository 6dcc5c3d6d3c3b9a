import { formatInstitution } from '@cairn/contract/formats';
import { enqueueMail } from '../../domain/enqueue-mail.ts';
import { findItem } from '../../domain/linked-items.queries.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/job-kinds.ts';
import { PlaidFault, type PlaidFaultKind } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import type { ItemKey } from '../sync/lease.queries.ts';
import { findConnected, findReader, letInAgain, markWithdrawn } from './connections.queries.ts';

/**
 * The aggregator said that a user has withdrawn our access at their bank. It is asked whether that still
 * holds, for what follows cannot be undone: the item is removed there, everything of it is deleted here, and
 * the user is told. Fails while the aggregator does not answer, and is tried again; may be repeated.
 */
export async function disconnectItem(
  services: Services,
  job: Jobs['disconnect-item'],
): Promise<void> {
  const { database, queue, announcements, log } = services;
  const key: ItemKey = { userId: asUserId(job.userId), itemId: job.itemId };
  const item = await findConnected(database, key);
  if (item === undefined) return;
  const about = { user_id: key.userId, item_id: key.itemId };
  const trouble = await troubleNow(services, key, item.access_token_sealed);
  if (trouble !== 'revoked') {
    // An event of before the user let us in again, or the item is gone altogether: a sync finds out.
    log.info({ event: 'access_not_withdrawn', ...about, code: trouble });
    await letInAgain(database, key);
    return queue.enqueue('sync-item', job, { key: key.itemId });
  }
  await database.transaction(async (transaction) => {
    if (!(await markWithdrawn(transaction, key))) return;
    await queue.enqueue('unlink-item', job, { key: key.itemId, transaction });
    const reader = await findReader(transaction, key.userId);
    const linked = await findItem(transaction, key.userId, key.itemId);
    if (reader !== undefined)
      await enqueueMail(services, transaction, {
        userId: key.userId,
        to: reader.email,
        mail: {
          kind: 'bank_withdrawn',
          institution: linked === undefined ? item.institution_name : formatInstitution(linked),
        },
      });
    await announcements.announce(transaction, key.userId, 'sync');
  });
  log.info({ event: 'access_withdrawn', ...about });
}

/** What keeps an item from being read, as the aggregator has it now. Throws where it does not answer. */
async function troubleNow(
  { plaid, sealer }: Services,
  { userId, itemId }: ItemKey,
  sealed: string,
): Promise<PlaidFaultKind | null> {
  try {
    return (await plaid.item(sealer.open(sealed, `${userId}/${itemId}`))).trouble;
  } catch (error) {
    const isAnswer =
      error instanceof PlaidFault && (error.kind === 'revoked' || error.kind === 'removed');
    if (!isAnswer) throw error;
    return error.kind;
  }
}
