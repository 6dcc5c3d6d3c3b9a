import { formatPlural } from '@cairn/contract/text/copy';
import { toTransactions } from '../../../domain/transactions/transaction-rows.ts';
import { lockTransactions } from '../../../domain/transactions/transfer-pairs.queries.ts';
import { isUuid, type UserId } from '../../../platform/identifiers.ts';
import { Failure, notFound } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { findTransactions } from '../find-transaction.queries.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { batchSize } from './apply-batch.ts';
import { applyValues } from './apply-values.ts';
import { addTargetsOf, dropPendingTargets } from './bulk-change.queries.ts';
import { findChange, listChangeTargets } from './changes.queries.ts';
import { markUndone } from './mark-undone.ts';
import { type Difference, planUndo } from './plan-undo.ts';
import { startInBatches } from './start-bulk-change.ts';

/** Transactions in the response. The rest are read again by their screens. */
const maxReturned = 100;
/** Differences in an error response. */
const maxDifferences = 20;

/**
 * Restores the values from before a change in the current rows, which syncs may have replaced or removed since. Throws
 * 404 for an unknown change, or one whose transactions were all deleted. Throws 409 if a field was changed again later,
 * unless `force` is given. The undo is a change itself. A job
 * continues the undo of a change with many targets.
 */
export function undoChange(
  services: Services,
  userId: UserId,
  { id, force }: { id: string; force: boolean },
) {
  if (!isUuid(id)) throw notFound('change');
  return services.database.transaction(async (transaction) => {
    await lockTransactions(transaction, userId);
    if ((await findChange(transaction, userId, id)) === undefined) throw notFound('change');
    // What a change hasn't done yet needs no undo.
    await dropPendingTargets(transaction, userId, id);
    const targets = await listChangeTargets(transaction, userId, id);
    const { desired, differences } = await planUndo(transaction, userId, targets);
    if (desired.length === 0) throw notFound('change');
    if (differences.length > 0 && !force) throw changedSince(differences);
    if (desired.length > batchSize) {
      const undo = { kind: 'undo', undoes: id, instruction: { undo: id, force } } as const;
      const addTargets = (changeId: string) =>
        addTargetsOf(transaction, userId, { id: changeId, otherId: id });
      const started = await startInBatches(services, transaction, userId, undo, addTargets);
      return { ...started, transactions: [] };
    }
    const cause = { kind: 'undo', undoes: id } as const;
    const { changeId, changed, affected } = await applyValues(transaction, userId, cause, desired);
    if (changeId !== null) await markUndone(transaction, userId, id, changeId);
    const returned = [...changed, ...affected].slice(0, maxReturned);
    return {
      change_id: changeId,
      count: changed.length,
      transactions: toTransactions(await findTransactions(transaction, userId, returned)),
    };
  });
}

const changedSince = (differences: readonly Difference[]): Failure =>
  new Failure(
    'changed_since',
    formatPlural(
      new Set(differences.map(({ transaction_id }) => transaction_id)).size,
      transactionsCopy.changedSince,
    ),
    { members: { differences: differences.slice(0, maxDifferences) } },
  );
