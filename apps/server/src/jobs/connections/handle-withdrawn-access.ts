import { formatInstitution } from '@cairn/contract/text/formats';
import { findItem } from '../../domain/items/linked-items.queries.ts';
import { accessTokenContext } from '../../items/access-token-context.ts';
import { enqueueSync } from '../../items/enqueue-sync.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/jobs/job-kinds.ts';
import { PlaidError, type PlaidErrorKind } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import type { ItemKey } from '../sync/lease.queries.ts';
import {
  findItemWithAccessToken,
  findMailRecipient,
  markAccessRestored,
  markAccessWithdrawn,
} from './item-health.queries.ts';

/**
 * Handles the aggregator's report that a user withdrew our access at their bank. The consequences can't be undone:
 * the item is removed at the aggregator, all its rows are deleted, and the user is notified. So the current state is
 * checked first. Throws while the aggregator is unavailable, so that the job is retried. Safe to repeat.
 */
export async function handleWithdrawnAccess(
  services: Services,
  job: Jobs['handle-withdrawn-access'],
): Promise<void> {
  const { database, queue, userEvents, log } = services;
  const key: ItemKey = { userId: asUserId(job.userId), itemId: job.itemId };
  const item = await findItemWithAccessToken(database, key);
  if (item === undefined) return;
  const logFields = { user_id: key.userId, item_id: key.itemId };
  const problem = await fetchProblem(services, key, item.access_token_sealed);
  if (problem !== 'revoked') {
    // The user has restored access since the event, or the item no longer exists. The sync finds out which.
    log.info({ event: 'access_not_withdrawn', ...logFields, code: problem });
    await markAccessRestored(database, key);
    return database.transaction((transaction) => enqueueSync(queue, transaction, key));
  }
  await database.transaction(async (transaction) => {
    if (!(await markAccessWithdrawn(transaction, key))) return;
    await queue.enqueue('unlink-item', job, { key: key.itemId, transaction });
    const recipient = await findMailRecipient(transaction, key.userId);
    const linked = await findItem(transaction, key.userId, key.itemId);
    if (recipient !== undefined)
      await enqueueMail(services, transaction, {
        userId: key.userId,
        to: recipient.email,
        mail: {
          kind: 'bank_withdrawn',
          institution: linked === undefined ? item.institution_name : formatInstitution(linked),
        },
      });
    await userEvents.publish(transaction, key.userId, 'sync');
  });
  log.info({ event: 'access_withdrawn', ...logFields });
}

/** Fetches the item's current problem from the aggregator, or null. Throws if the aggregator is unavailable. */
async function fetchProblem(
  { plaid, sealer }: Services,
  { userId, itemId }: ItemKey,
  sealed: string,
): Promise<PlaidErrorKind | null> {
  try {
    return (await plaid.item(sealer.open(sealed, accessTokenContext(userId, itemId)))).errorKind;
  } catch (error) {
    const isDefinitive =
      error instanceof PlaidError && (error.kind === 'revoked' || error.kind === 'removed');
    if (!isDefinitive) throw error;
    return error.kind;
  }
}
