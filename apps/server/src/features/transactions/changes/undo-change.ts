import { formatPlural } from '@cairn/contract/text/copy';
import { toTransactions } from '../../../domain/transactions/transaction-rows.ts';
import { lockTransactions } from '../../../domain/transactions/transfer-pairs.queries.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { isUuid, type UserId } from '../../../platform/identifiers.ts';
import { Failure, notFound } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { findTransactions } from '../find-transaction.queries.ts';
import { listTags } from '../tags/tags.queries.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { applyValues, type DesiredValues } from './apply-values.ts';
import {
  type ChangeTarget,
  findChange,
  listChangeTargets,
  listCurrentRows,
  setUndoneBy,
} from './changes.queries.ts';
import { isSameValue, type SomeValues, type UserField, userFields } from './user-values.ts';

/** Transactions in the response. The rest are read again by their screens. */
const maxReturned = 100;
/** Differences in an error response. */
const maxDifferences = 20;

/** A field whose current value is neither the one before nor the one after the change. */
interface Difference {
  transaction_id: string;
  field: UserField;
}

/**
 * Restores the values before a change, on the current rows: syncs may have replaced or removed them since. Throws 404
 * for an unknown change, or one whose transactions were all deleted. Throws 409 if a field was changed again later,
 * unless `force` is given. The undo is a change itself.
 */
export function undoChange(
  { database }: Services,
  userId: UserId,
  { id, force }: { id: string; force: boolean },
) {
  if (!isUuid(id)) throw notFound('change');
  return database.transaction(async (transaction) => {
    await lockTransactions(transaction, userId);
    if ((await findChange(transaction, userId, id)) === undefined) throw notFound('change');
    const { desired, differences } = await planUndo(transaction, userId, id);
    if (desired.length === 0) throw notFound('change');
    if (differences.length > 0 && !force) throw changedSince(differences);
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

/** Returns what the undo of a change would set, and which fields were changed again since. */
async function planUndo(queries: Queries, userId: UserId, changeId: string) {
  const targets = await listChangeTargets(queries, userId, changeId);
  const ids = targets.map(({ id }) => id);
  const rows = new Map(
    (await listCurrentRows(queries, userId, ids)).map((row) => [row.target_id, row]),
  );
  const tags = new Set((await listTags(queries, userId)).map((tag) => tag.id));
  const desired: DesiredValues[] = [];
  const differences: Difference[] = [];
  for (const target of targets) {
    const row = rows.get(target.id);
    if (row === undefined) continue;
    const { before, after } = withoutDeletedTags(target, tags);
    desired.push({ row, values: before });
    for (const field of fieldsOf(before))
      if (![before, after].some((values) => isSame(row, values, field)))
        differences.push({ transaction_id: row.id, field });
  }
  return { desired, differences };
}

const fieldsOf = (values: SomeValues) => userFields.filter((field) => values[field] !== undefined);

const isSame = (row: Required<SomeValues>, values: SomeValues, field: UserField): boolean => {
  const value = values[field];
  return value !== undefined && isSameValue(row[field], value);
};

/** A deleted tag can't be restored, and that it is missing now is not a later change. */
function withoutDeletedTags({ before, after }: ChangeTarget, existing: ReadonlySet<string>) {
  const filter = (values: SomeValues): SomeValues =>
    values.tags === undefined
      ? values
      : { ...values, tags: values.tags.filter((tag) => existing.has(tag)) };
  return { before: filter(before), after: filter(after) };
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

/** Marks a change as undone. If it was an undo itself, the change that it undid is in effect again, and so on. */
async function markUndone(
  queries: Queries,
  userId: UserId,
  changeId: string,
  undoId: string,
): Promise<void> {
  let isUndone = true;
  for (let id: string | null = changeId; id !== null; isUndone = !isUndone) {
    const marked: { undoes: string | null } | undefined = await setUndoneBy(
      queries,
      userId,
      id,
      isUndone ? undoId : null,
    );
    id = marked?.undoes ?? null;
  }
}
