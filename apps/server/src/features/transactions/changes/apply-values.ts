import { categoryGroupKey } from '@cairn/contract/rules/taxonomy';
import { recomputeDailyTotalsOf } from '../../../domain/transactions/daily-totals.queries.ts';
import { rebuildSearchTextsOf } from '../../../domain/transactions/search-texts.queries.ts';
import { rematchTransfers } from '../../../domain/transactions/transfer-pairs.queries.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { newId, type UserId } from '../../../platform/identifiers.ts';
import { listTags } from '../tags/tags.queries.ts';
import {
  type ChangeCause,
  type ChangeTarget,
  type DecidedRow,
  type DecisionEvent,
  insertChange,
  recordDecisions,
  writeDecisions,
} from './changes.queries.ts';
import { differingFields, pickFields, type SomeValues, type UserValues } from './user-values.ts';

/** A transaction and the values to set. */
export interface DesiredValues {
  row: DecidedRow;
  values: SomeValues;
}

/** What a change did. */
export interface AppliedChange {
  /** The change's entry in the change log, or null if nothing changed. */
  changeId: string | null;
  /** Ids of the changed transactions. */
  changed: readonly string[];
  /** Ids of other transactions that the change paired or unpaired as internal transfers. */
  affected: readonly string[];
}

/**
 * Sets these values of transactions and records the change in the change log. Call it under `lockTransactions`, with rows
 * that were read under that lock.
 */
export async function applyValues(
  queries: Queries,
  userId: UserId,
  cause: ChangeCause,
  desired: readonly DesiredValues[],
): Promise<AppliedChange> {
  const { targets, affected } = await writeValues(queries, userId, desired);
  if (targets.length === 0) return { changeId: null, changed: [], affected: [] };
  const changeId = newId();
  await insertChange(queries, userId, { id: changeId, cause, targets });
  return { changeId, changed: targets.map(({ id }) => id), affected };
}

/**
 * Sets these values of transactions. No other function writes what a user decides. In the same database transaction, it
 * records the values in the transaction history, and recomputes totals and internal transfers. The caller records the
 * returned targets in the change log. Call it under `lockTransactions`, with rows that were read under that lock.
 */
export async function writeValues(
  queries: Queries,
  userId: UserId,
  desired: readonly DesiredValues[],
): Promise<{ targets: readonly ChangeTarget[]; affected: readonly string[] }> {
  const changes = desired.flatMap(({ row, values }) => {
    const fields = differingFields(row, values);
    return fields.length === 0 ? [] : [{ row, fields, next: { ...row, ...values } }];
  });
  if (changes.length === 0) return { targets: [], affected: [] };
  await writeDecisions(
    queries,
    userId,
    changes.map(({ next }) => ({
      ...next,
      group: next.category === null ? null : categoryGroupKey(next.category),
    })),
  );
  const targets = changes.map(
    ({ row, fields, next }): ChangeTarget => ({
      id: row.id,
      before: pickFields(row, fields),
      after: pickFields(next, fields),
    }),
  );
  const rows = changes.map(({ row }) => row);
  await recordTargets(queries, userId, targets, rows);
  return { targets, affected: await recompute(queries, userId, targets) };
}

/** Recomputes totals, transfers, and search texts. Returns the ids of other transactions whose matching transfer changed. */
async function recompute(
  queries: Queries,
  userId: UserId,
  targets: readonly ChangeTarget[],
): Promise<string[]> {
  const idsOf = (field: keyof UserValues) =>
    targets.filter(({ after }) => after[field] !== undefined).map(({ id }) => id);
  const recategorized = idsOf('category');
  const excluded = idsOf('excluded').filter((id) => !recategorized.includes(id));
  if (excluded.length > 0) await recomputeDailyTotalsOf(queries, userId, excluded);
  // Totals include the search texts of their days.
  const others = targets.map(({ id }) => id).filter((id) => !recategorized.includes(id));
  const onlyAnnotated = others.filter((id) => !excluded.includes(id));
  if (onlyAnnotated.length > 0) await rebuildSearchTextsOf(queries, userId, onlyAnnotated);
  if (recategorized.length === 0) return [];
  const rematched = await rematchTransfers(queries, userId, { rows: recategorized });
  const ids = new Set(targets.map(({ id }) => id));
  return rematched.filter((id) => !ids.has(id));
}

/** Records each changed field in the transaction history. `rows`: the rows of the targets before the change. */
async function recordTargets(
  queries: Queries,
  userId: UserId,
  targets: readonly ChangeTarget[],
  rows: readonly DecidedRow[],
): Promise<void> {
  const needsNames = targets.some(({ after }) => after.tags !== undefined);
  const tags = needsNames ? await listTags(queries, userId) : [];
  const names = new Map(tags.map(({ id, name }) => [id, name]));
  const events = targets.flatMap((target, index) => {
    const row = rows[index];
    return row === undefined ? [] : toEvents(row, target, names);
  });
  await recordDecisions(queries, userId, events);
}

function toEvents(
  { provider_category }: DecidedRow,
  { id, before, after }: ChangeTarget,
  tagNames: ReadonlyMap<string, string>,
): DecisionEvent[] {
  const events: DecisionEvent[] = [];
  const add = (
    event: DecisionEvent['event'],
    values: Pick<DecisionEvent, 'before' | 'after'> = { before: {}, after: {} },
  ) => events.push({ transaction_id: id, event, ...values });
  const categoryOf = ({ category = null }: SomeValues) => ({
    category: category ?? provider_category,
    chosen: category !== null,
  });
  const namesOf = ({ tags = [] }: SomeValues) => ({
    tags: tags.flatMap((tag) => tagNames.get(tag) ?? []),
  });
  if (after.category !== undefined)
    add('recategorized', { before: categoryOf(before), after: categoryOf(after) });
  if (after.tags !== undefined)
    add('tags_changed', { before: namesOf(before), after: namesOf(after) });
  if (after.note !== undefined) add('note_changed');
  if (after.excluded !== undefined) add(after.excluded ? 'excluded' : 'included');
  if (after.reviewed !== undefined) add(after.reviewed ? 'reviewed' : 'unreviewed');
  return events;
}
