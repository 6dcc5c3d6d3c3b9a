import type { CallBody } from '@cairn/contract/calls';
import { formatMessage } from '@cairn/contract/text/copy';
import { lockTransactions } from '../../../domain/transactions/transfer-pairs.queries.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { newId, type UserId } from '../../../platform/identifiers.ts';
import { unprocessable } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { parseFilter } from '../list/filter.ts';
import { requireAccounts } from '../list/require-accounts.ts';
import { parseCategory } from '../parse-category.ts';
import { requireTags } from '../tags/change-tags.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { applyNextBatch } from './apply-batch.ts';
import {
  addGivenTargets,
  addMatchingTargets,
  type BulkChange,
  insertBulkChange,
  setPendingCount,
} from './bulk-change.queries.ts';
import type { BulkEdit } from './bulk-edit.ts';
import { findChange } from './changes.queries.ts';

/** Transactions that one change can have. */
const maxTargets = 100_000;

/**
 * Changes the given transactions, or all that match a filter, as one change. The first batch is changed at once, and a job
 * changes the others. Returns the change's id, or null if nothing had to be changed, and how many transactions it was
 * requested for. Throws 422 for an unknown category or tag, an invalid filter, and too many transactions.
 */
export function startBulkChange(
  services: Services,
  userId: UserId,
  today: Temporal.PlainDate,
  { ids, filter, change }: CallBody<'POST /user/transactions/bulk'>,
) {
  if ((ids === undefined) === (filter === undefined))
    throw unprocessable(transactionsCopy.bulkNeedsSelection);
  const category = parseCategory(change.category);
  const parsedFilter = filter === undefined ? null : parseFilter(filter, today);
  return services.database.transaction(async (transaction) => {
    await lockTransactions(transaction, userId);
    if (parsedFilter !== null) await requireAccounts(transaction, userId, parsedFilter);
    const edit: BulkEdit = {
      ...change,
      ...(category !== undefined && { category }),
      ...(change.note !== undefined && { note: change.note?.trim() || null }),
      add_tags: await requireTags(transaction, userId, change.add_tags ?? []),
      remove_tags: await requireTags(transaction, userId, change.remove_tags ?? []),
    };
    const bulk = { kind: 'bulk', undoes: null, instruction: { edit } } as const;
    return startInBatches(services, transaction, userId, bulk, (id) =>
      parsedFilter === null
        ? addGivenTargets(transaction, userId, { id, ids: ids ?? [] })
        : // One more than is allowed, to know whether there are too many.
          addMatchingTargets(transaction, userId, {
            id,
            filter: parsedFilter,
            limit: maxTargets + 1,
          }),
    );
  });
}

/**
 * Records a change with its targets, applies it to the first batch, and enqueues the job for the others. Call it under
 * `lockTransactions`. Throws 422 for too many targets.
 */
export async function startInBatches(
  { queue }: Pick<Services, 'queue'>,
  transaction: Transaction,
  userId: UserId,
  change: Omit<BulkChange, 'id'>,
  addTargets: (changeId: string) => Promise<number>,
): Promise<{ change_id: string | null; count: number }> {
  const id = newId();
  await insertBulkChange(transaction, userId, { ...change, id });
  const count = await addTargets(id);
  if (count > maxTargets)
    throw unprocessable(formatMessage(transactionsCopy.tooManySelected, { max: maxTargets }));
  await setPendingCount(transaction, userId, id, count);
  if (await applyNextBatch(transaction, userId, id))
    await queue.enqueue('apply-bulk-change', { userId, changeId: id }, { key: id, transaction });
  const isRecorded = (await findChange(transaction, userId, id)) !== undefined;
  return { change_id: isRecorded ? id : null, count };
}
