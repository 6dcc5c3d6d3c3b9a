import type { Queries } from '../../../platform/database/database.ts';
import { owned } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';

/** A transaction in its current state. Amounts are decimal text, positive for money out. */
export interface StoryRow {
  id: string;
  amount: string;
  currency: string;
  pending: boolean;
  institution_name: string;
}

/** An entry of the transaction log. `before` and `after` contain the changed fields. */
export interface TransactionEventRow {
  transaction_id: string;
  at: Date;
  event:
    | 'changed'
    | 'posted'
    | 'removed'
    | 'returned'
    | 'recategorized'
    | 'excluded'
    | 'included'
    | 'tags_changed'
    | 'note_changed'
    | 'reviewed'
    | 'unreviewed';
  before: EventFields;
  after: EventFields;
  pending_id: string | null;
}

/** Fields of a transaction that the log records. */
export interface EventFields {
  account?: string;
  amount?: string;
  currency?: string;
  date?: string;
  day?: string;
  name?: string;
  merchant?: string | null;
  category?: string;
  pending?: boolean;
  /** True if the category is an override. */
  chosen?: boolean;
  /** The names of the tags. */
  tags?: string[];
}

/**
 * Lists a transaction and its other versions: the pending one that it replaced, or the posted one that replaced it.
 * Includes removed transactions. Empty for an unknown id.
 */
export const listStoryTransactions = (queries: Queries, userId: UserId, id: string) =>
  queries.rows<StoryRow>(owned`
    with recursive chain as (
      select t.id
      from transactions t
      where t.user_id = ${userId}
        and t.id = ${id}
      union
      select linked.id
      from chain
      cross join lateral (
        select e.pending_id as id
        from transaction_events e
        where e.user_id = ${userId}
          and e.transaction_id = chain.id
          and e.pending_id is not null
        union all
        select e.transaction_id
        from transaction_events e
        where e.user_id = ${userId}
          and e.pending_id = chain.id
      ) linked
    )
    select
      t.id,
      t.amount,
      t.currency,
      t.pending,
      i.institution_name
    from chain
    join transactions t
      on t.user_id = ${userId}
      and t.id = chain.id
    join accounts a
      on a.user_id = t.user_id
      and a.id = t.account_id
    join items i
      on i.user_id = a.user_id
      and i.id = a.item_id`);

/** Lists the logged events of transactions, oldest first. */
export const listTransactionEvents = (queries: Queries, userId: UserId, ids: readonly string[]) =>
  queries.rows<TransactionEventRow>(owned`
    select
      transaction_id,
      at,
      event,
      before,
      after,
      pending_id
    from transaction_events
    where user_id = ${userId}
      and transaction_id = any(${ids}::uuid[])
    order by at`);
