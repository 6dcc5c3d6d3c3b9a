import type { Queries } from '../../../platform/database/database.ts';
import { owned } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import type { TransactionFilter } from '../list/filter.ts';
import { filterConditions, withCustomPlanForOperators } from '../list/filter-conditions.queries.ts';
import type { BulkEdit } from './bulk-edit.ts';
import type { ChangeTarget } from './changes.queries.ts';
import type { UserField } from './user-values.ts';

/** How to change the pending targets of a change. */
export type Instruction =
  | { edit: BulkEdit }
  /** Restores the values before this change. `force`: also where a field was changed again later. */
  | { undo: string; force: boolean };

/** A change whose targets are changed in batches. */
export interface BulkChange {
  id: string;
  kind: 'bulk' | 'undo';
  undoes: string | null;
  instruction: Instruction;
}

/** Records a change before its targets are known. */
export const insertBulkChange = (queries: Queries, userId: UserId, change: BulkChange) =>
  queries.run(owned`
    insert into changes (user_id, id, at, kind, undoes, target_count, instruction)
    values (
      ${userId}, ${change.id},
      -- Not the start of the transaction: it may have waited for a change by another call, which then came before.
      statement_timestamp(),
      ${change.kind}, ${change.undoes}, 0, ${JSON.stringify(change.instruction)}::jsonb
    )`);

/** Adds the matching transactions to a change as pending targets, at most `limit`. Returns how many it added. */
export const addMatchingTargets = (
  queries: Queries,
  userId: UserId,
  change: { id: string; filter: TransactionFilter; limit: number },
) =>
  queries.run(
    withCustomPlanForOperators(
      change.filter,
      owned`
        insert into change_targets (user_id, change_id, target_kind, target_id)
        select
          ${userId},
          ${change.id},
          'transaction',
          t.id
        from counted_transactions t
        where t.user_id = ${userId}
          ${filterConditions(userId, change.filter)}
        limit ${change.limit}`,
    ),
  );

/** Adds those of the transactions that are listed to a change as pending targets. Returns how many it added. */
export const addGivenTargets = (
  queries: Queries,
  userId: UserId,
  change: { id: string; ids: readonly string[] },
) =>
  queries.run(owned`
    insert into change_targets (user_id, change_id, target_kind, target_id)
    select
      ${userId},
      ${change.id},
      'transaction',
      t.id
    from counted_transactions t
    where t.user_id = ${userId}
      and t.id = any(${change.ids}::uuid[])`);

/** Adds the targets of another change to a change as pending targets. Returns how many it added. */
export const addTargetsOf = (
  queries: Queries,
  userId: UserId,
  change: { id: string; otherId: string },
) =>
  queries.run(owned`
    insert into change_targets (user_id, change_id, target_kind, target_id)
    select
      ${userId},
      ${change.id},
      target_kind,
      target_id
    from change_targets
    where user_id = ${userId}
      and change_id = ${change.otherId}`);

/** Sets the number of targets of a new change, all of which are pending. */
export const setPendingCount = (queries: Queries, userId: UserId, id: string, count: number) =>
  queries.run(owned`
    update changes
    set
      target_count = ${count},
      pending_count = ${count}
    where user_id = ${userId}
      and id = ${id}`);

/** Returns a change with pending targets. Undefined once it has none. */
export const findUnfinishedChange = (queries: Queries, userId: UserId, id: string) =>
  queries.row<BulkChange & { at: Date; pending_count: number }>(owned`
    select
      id,
      kind,
      undoes,
      instruction,
      at,
      pending_count
    from changes
    where user_id = ${userId}
      and id = ${id}
      and instruction is not null`);

/** Lists the next pending targets of a change. */
export const listPendingTargets = async (
  queries: Queries,
  userId: UserId,
  id: string,
  limit: number,
): Promise<string[]> => {
  const rows = await queries.rows<{ target_id: string }>(owned`
    select target_id
    from change_targets
    where user_id = ${userId}
      and change_id = ${id}
      and after is null
    order by target_id
    limit ${limit}`);
  return rows.map(({ target_id }) => target_id);
};

/** Lists what a change did to these targets. */
export const listTargetsWithIds = (
  queries: Queries,
  userId: UserId,
  changeId: string,
  ids: readonly string[],
) =>
  queries.rows<ChangeTarget>(owned`
    select
      target_id as id,
      before,
      after
    from change_targets
    where user_id = ${userId}
      and change_id = ${changeId}
      and target_id = any(${ids}::uuid[])
      and after is not null
    order by target_id`);

/** Replaces pending targets with what was done to them. Targets that didn't change are removed. */
export async function completeTargets(
  queries: Queries,
  userId: UserId,
  changeId: string,
  { pending, done }: { pending: readonly string[]; done: readonly ChangeTarget[] },
): Promise<void> {
  await queries.run(owned`
    delete from change_targets
    where user_id = ${userId}
      and change_id = ${changeId}
      and target_id = any(${pending}::uuid[])`);
  await queries.run(owned`
    insert into change_targets (user_id, change_id, target_kind, target_id, before, after)
    select
      ${userId},
      ${changeId},
      'transaction',
      given.id,
      given.before,
      given.after
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as given (
      id uuid, before jsonb, after jsonb
    )`);
  await queries.run(owned`
    update changes
    set
      target_count = target_count - ${pending.length} + ${done.length},
      pending_count = pending_count - ${pending.length}
    where user_id = ${userId}
      and id = ${changeId}`);
}

/** Gives up the pending targets of a change. */
export async function dropPendingTargets(
  queries: Queries,
  userId: UserId,
  changeId: string,
): Promise<void> {
  const dropped = await queries.run(owned`
    delete from change_targets
    where user_id = ${userId}
      and change_id = ${changeId}
      and after is null`);
  await queries.run(owned`
    update changes
    set
      target_count = target_count - ${dropped},
      pending_count = 0,
      instruction = null
    where user_id = ${userId}
      and id = ${changeId}`);
}

/** Marks a change as finished. Deletes it if it changed nothing. Returns the number of its targets. */
export async function finishChange(
  queries: Queries,
  userId: UserId,
  changeId: string,
): Promise<number> {
  const change = await queries.row<{ target_count: number }>(owned`
    update changes
    set instruction = null
    where user_id = ${userId}
      and id = ${changeId}
    returning target_count`);
  const count = change?.target_count ?? 0;
  if (count === 0)
    await queries.run(owned`
      delete from changes
      where user_id = ${userId}
        and id = ${changeId}`);
  return count;
}

/** A field of a transaction that the user changed. */
export interface LaterDecision {
  transaction_id: string;
  field: UserField;
}

/** Lists the fields of transactions that were changed after an instant. */
export const listDecisionsSince = (
  queries: Queries,
  userId: UserId,
  ids: readonly string[],
  since: Date,
) =>
  queries.rows<LaterDecision>(owned`
    select distinct
      transaction_id,
      case event
        when 'recategorized' then 'category'
        when 'tags_changed' then 'tags'
        when 'note_changed' then 'note'
        when 'excluded' then 'excluded'
        when 'included' then 'excluded'
        else 'reviewed'
      end as field
    from transaction_events
    where user_id = ${userId}
      and transaction_id = any(${ids}::uuid[])
      and at > ${since}
      and event in (
        'recategorized', 'tags_changed', 'note_changed', 'excluded', 'included', 'reviewed',
        'unreviewed'
      )`);
