import type { Queries } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { type DesiredValues, writeValues } from './apply-values.ts';
import {
  type BulkChange,
  completeTargets,
  findUnfinishedChange,
  finishChange,
  type LaterDecision,
  listDecisionsSince,
  listPendingTargets,
  listTargetsWithIds,
} from './bulk-change.queries.ts';
import { editedValues } from './bulk-edit.ts';
import { listCurrentRows } from './changes.queries.ts';
import { markUndone } from './mark-undone.ts';
import { planUndo } from './plan-undo.ts';
import type { SomeValues, UserField } from './user-values.ts';

/** Transactions per batch: a sync or another change of the user waits for at most one batch. */
export const batchSize = 5_000;

type TargetValues = DesiredValues & { target_id: string };

/**
 * Applies a change to its next pending targets, and finishes it after the last ones. Call it under `lockTransactions`.
 * Returns false once the change is finished, or if it doesn't exist.
 */
export async function applyNextBatch(
  queries: Queries,
  userId: UserId,
  changeId: string,
): Promise<boolean> {
  const change = await findUnfinishedChange(queries, userId, changeId);
  if (change === undefined) return false;
  const pending = await listPendingTargets(queries, userId, changeId, batchSize);
  const desired = await valuesFor(queries, userId, change, pending);
  const later = await listDecisionsSince(
    queries,
    userId,
    desired.map(({ row }) => row.id),
    change.at,
  );
  const { targets } = await writeValues(queries, userId, withoutLater(desired, later));
  const targetIds = new Map(desired.map(({ row, target_id }) => [row.id, target_id]));
  await completeTargets(queries, userId, changeId, {
    pending,
    done: targets.map((target) => ({ ...target, id: targetIds.get(target.id) ?? target.id })),
  });
  if (pending.length === batchSize) return true;
  const count = await finishChange(queries, userId, changeId);
  if (change.undoes !== null && count > 0)
    await markUndone(queries, userId, change.undoes, changeId);
  return false;
}

/** The values that the change gives to targets. Omits deleted transactions. */
async function valuesFor(
  queries: Queries,
  userId: UserId,
  { instruction }: BulkChange,
  ids: readonly string[],
): Promise<TargetValues[]> {
  if ('edit' in instruction) {
    const rows = await listCurrentRows(queries, userId, ids);
    return rows.map((row) => ({
      row,
      target_id: row.target_id,
      values: editedValues(row, instruction.edit),
    }));
  }
  const targets = await listTargetsWithIds(queries, userId, instruction.undo, ids);
  const { desired, differences } = await planUndo(queries, userId, targets);
  return instruction.force ? desired : withoutLater(desired, differences);
}

/** Keeps what the user changed after the whole change was requested, while it waited for its batch. */
function withoutLater(
  desired: readonly TargetValues[],
  later: readonly LaterDecision[],
): TargetValues[] {
  const fieldsOf = Map.groupBy(later, ({ transaction_id }) => transaction_id);
  return desired.map((one) => ({
    ...one,
    values: omitFields(
      one.values,
      (fieldsOf.get(one.row.id) ?? []).map(({ field }) => field),
    ),
  }));
}

const omitFields = (values: SomeValues, fields: readonly UserField[]): SomeValues =>
  Object.fromEntries(
    Object.entries(values).filter(([field]) => !fields.some((omitted) => omitted === field)),
  );
