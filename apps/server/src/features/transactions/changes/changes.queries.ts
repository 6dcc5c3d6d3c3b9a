import type { Queries } from '../../../platform/database/database.ts';
import { fragment, owned } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import type { SomeValues, UserValues } from './user-values.ts';

/** A transaction with what the user decided about it. */
export interface DecidedRow extends UserValues {
  id: string;
  provider_category: string;
}

const decidedColumns = fragment`
  t.id,
  t.overridden_category as category,
  t.tag_ids::text[] as tags,
  t.note,
  t.user_excluded as excluded,
  t.reviewed,
  t.provider_category`;

/** Returns a transaction by Cairn's id. Undefined if it is unknown, removed, or superseded. */
export const findDecided = (queries: Queries, userId: UserId, id: string) =>
  queries.row<DecidedRow>(owned`
    select ${decidedColumns}
    from transactions t
    where t.user_id = ${userId}
      and t.id = ${id}
      and t.removed_at is null
      and not t.superseded`);

/** Like `findDecided`, by the provider's id. */
export const findDecidedByProviderId = (queries: Queries, userId: UserId, providerId: string) =>
  queries.row<DecidedRow>(owned`
    select ${decidedColumns}
    from transactions t
    where t.user_id = ${userId}
      and t.provider_transaction_id = ${providerId}
      and t.removed_at is null
      and not t.superseded`);

/**
 * Returns the current rows of transactions: the posted one if it has replaced the pending one. Includes removed rows,
 * because they keep the user's decisions. Omits deleted ones.
 */
export const listCurrentRows = (queries: Queries, userId: UserId, ids: readonly string[]) =>
  queries.rows<DecidedRow & { target_id: string }>(owned`
    with current_rows as (
      select distinct on (original.id)
        original.id as target_id,
        coalesce(posted.id, original.id) as id
      from transactions original
      left join transactions posted
        on posted.user_id = original.user_id
        and original.superseded
        and posted.pending_transaction_id = original.provider_transaction_id
        and posted.removed_at is null
      where original.user_id = ${userId}
        and original.id = any(${ids}::uuid[])
      order by
        original.id,
        posted.id
    )
    select
      c.target_id,
      ${decidedColumns}
    from current_rows c
    join transactions t
      on t.user_id = ${userId}
      and t.id = c.id`);

/** Writes what the user decided about transactions. `group`: the group of the override. */
export const writeDecisions = (
  queries: Queries,
  userId: UserId,
  rows: readonly (UserValues & { id: string; group: string | null })[],
) =>
  queries.run(owned`
    update transactions
    set
      overridden_category = given.category,
      overridden_group = given."group",
      tag_ids = given.tags,
      note = given.note,
      user_excluded = given.excluded,
      reviewed = given.reviewed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      id uuid, category text, "group" text, tags uuid[], note text, excluded boolean, reviewed boolean
    )
    where transactions.user_id = ${userId}
      and transactions.id = given.id`);

/** An entry of the transaction history. */
export interface DecisionEvent {
  transaction_id: string;
  event:
    | 'recategorized'
    | 'excluded'
    | 'included'
    | 'tags_changed'
    | 'note_changed'
    | 'reviewed'
    | 'unreviewed';
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Records decisions in the transaction history. Their times differ, because the time is part of the key. */
export const recordDecisions = (
  queries: Queries,
  userId: UserId,
  events: readonly DecisionEvent[],
) =>
  queries.run(owned`
    insert into transaction_events (user_id, transaction_id, at, event, before, after)
    select
      ${userId},
      given.transaction_id,
      statement_timestamp() + given.position * interval '1 microsecond',
      given.event,
      given.before,
      given.after
    from jsonb_to_recordset(${JSON.stringify(
      events.map((event, position) => ({ ...event, position })),
    )}::jsonb) as given (
      transaction_id uuid, position integer, event text, before jsonb, after jsonb
    )`);

/** What a change did to one transaction. `before` and `after` contain only the changed fields. */
export interface ChangeTarget {
  id: string;
  before: SomeValues;
  after: SomeValues;
}

/** What made a change: the user directly, or by undoing another change. */
export type ChangeCause = { kind: 'edit' } | { kind: 'undo'; undoes: string };

/** Records a change with its targets. */
export async function insertChange(
  queries: Queries,
  userId: UserId,
  change: { id: string; cause: ChangeCause; targets: readonly ChangeTarget[] },
): Promise<void> {
  const { id, cause, targets } = change;
  await queries.run(owned`
    insert into changes (user_id, id, kind, undoes, target_count)
    values (
      ${userId}, ${id}, ${cause.kind}, ${cause.kind === 'undo' ? cause.undoes : null},
      ${targets.length}
    )`);
  await queries.run(owned`
    insert into change_targets (user_id, change_id, target_kind, target_id, before, after)
    select
      ${userId},
      ${id},
      'transaction',
      given.id,
      given.before,
      given.after
    from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as given (
      id uuid, before jsonb, after jsonb
    )`);
}

/** A recorded change. */
export interface ChangeRow {
  id: string;
  at: Date;
  kind: 'edit' | 'bulk' | 'undo';
  undoes: string | null;
  undone_by: string | null;
  target_count: number;
  /** Targets that the change has not been applied to yet. */
  pending_count: number;
}

/** Returns a change that can still be undone. Undefined if there is no such change, or after 90 days. */
export const findChange = (queries: Queries, userId: UserId, id: string) =>
  queries.row<ChangeRow>(owned`
    select
      id,
      at,
      kind,
      undoes,
      undone_by,
      target_count,
      pending_count
    from changes
    where user_id = ${userId}
      and id = ${id}
      and at > now() - interval '90 days'`);

/** Lists the targets that a change was applied to. */
export const listChangeTargets = (queries: Queries, userId: UserId, changeId: string) =>
  queries.rows<ChangeTarget>(owned`
    select
      target_id as id,
      before,
      after
    from change_targets
    where user_id = ${userId}
      and change_id = ${changeId}
      and target_kind = 'transaction'
      and after is not null
    order by target_id`);

/** Records which change undid another one. `undoneBy`: null if the other change is in effect again. */
export const setUndoneBy = (
  queries: Queries,
  userId: UserId,
  id: string,
  undoneBy: string | null,
) =>
  queries.row<{ undoes: string | null }>(owned`
    update changes
    set undone_by = ${undoneBy}
    where user_id = ${userId}
      and id = ${id}
    returning undoes`);

/** Lists changes of the last 90 days, newest first. `before`: lists only changes older than this id, or all (null). */
export const listChanges = (
  queries: Queries,
  userId: UserId,
  page: { before: string | null; limit: number },
) =>
  queries.rows<ChangeRow>(owned`
    select
      id,
      at,
      kind,
      undoes,
      undone_by,
      target_count,
      pending_count
    from changes
    where user_id = ${userId}
      and at > now() - interval '90 days'
      and (${page.before}::uuid is null or id < ${page.before}::uuid)
    order by id desc
    limit ${page.limit}`);

/** A target of a listed change. `name`: null if the transaction was deleted. */
export interface ExampleRow extends ChangeTarget {
  change_id: string;
  name: string | null;
}

/** Lists the first three targets that each change was applied to. */
export const listExamples = (queries: Queries, userId: UserId, changeIds: readonly string[]) =>
  queries.rows<ExampleRow>(owned`
    select
      given.id as change_id,
      target.target_id as id,
      target.before,
      target.after,
      coalesce(t.merchant_name, t.name) as name
    from unnest(${changeIds}::uuid[]) as given (id)
    cross join lateral (
      select
        target_id,
        before,
        after
      from change_targets
      where user_id = ${userId}
        and change_id = given.id
        and after is not null
      order by target_id
      limit 3
    ) target
    left join transactions t
      on t.user_id = ${userId}
      and t.id = target.target_id
    order by target.target_id`);
