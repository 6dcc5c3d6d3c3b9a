import { type AccountRow, accountColumns } from '../../domain/account-rows.ts';
import { type TransactionRow, transactionColumns } from '../../domain/transaction-rows.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';

/** The account of a stream. */
export const findAccountOfStream = (queries: Queries, userId: UserId, streamId: string) =>
  queries.row<AccountRow>(owned`
    select ${accountColumns}
    from recurring_streams s
    join accounts a
      on a.user_id = s.user_id
      and a.id = s.account_id
    join items i
      on i.user_id = a.user_id
      and i.id = a.item_id
    where s.user_id = ${userId}
      and s.id = ${streamId}`);

/** The payments of a stream, newest first: as many as anybody looks at. */
export const listPayments = (queries: Queries, userId: UserId, streamId: string) =>
  queries.rows<TransactionRow>(owned`
    select ${transactionColumns}
    from stream_transactions paid
    join counted_transactions t
      on t.user_id = paid.user_id
      and t.provider_transaction_id = paid.provider_transaction_id
    where paid.user_id = ${userId}
      and paid.stream_id = ${streamId}
    order by
      t.day desc,
      t.id desc
    limit 1000`);

/** When a stream has moved money. Money: decimal text, positive out. Days: ISO. */
export interface StreamPayments {
  stream_id: string;
  last_day: string;
  /** Those of the days asked for, oldest first. */
  paid: { day: string; amount: string }[];
}

/**
 * The last day of each stream that has payments here, and what it moved on each of some days. A payment's day
 * is that of the transaction, as everywhere: the bank's own last date is the day of posting.
 */
export const listPaidDays = (
  queries: Queries,
  userId: UserId,
  { from, to }: { from: string; to: string },
) =>
  queries.rows<StreamPayments>(owned`
    with days as (
      select
        paid.stream_id,
        t.day,
        sum(t.amount) as amount
      from stream_transactions paid
      join counted_transactions t
        on t.user_id = paid.user_id
        and t.provider_transaction_id = paid.provider_transaction_id
      where paid.user_id = ${userId}
        and t.day <= ${to}::date
      group by
        paid.stream_id,
        t.day
    )
    select
      stream_id,
      max(day) as last_day,
      coalesce(
        json_agg(json_build_object('day', day, 'amount', amount::text) order by day)
          filter (where day >= ${from}::date),
        '[]'
      ) as paid
    from days
    group by stream_id`);

/** What the user says of a stream; what is left out stays. */
export interface StreamChange {
  name?: string | null;
  kind?: 'bill' | 'subscription' | 'income' | null;
  confirmed?: boolean;
  dismissed?: boolean;
}

/** Notes what the user says of a stream; answers false if there is none. */
export const writeStreamChange = async (
  queries: Queries,
  userId: UserId,
  id: string,
  change: StreamChange,
): Promise<boolean> =>
  (await queries.run(owned`
    update recurring_streams
    set
      custom_name = case when ${change.name !== undefined} then ${change.name ?? null} else custom_name end,
      kind = case when ${change.kind !== undefined} then ${change.kind ?? null} else kind end,
      confirmed = coalesce(${change.confirmed ?? null}, confirmed),
      dismissed = coalesce(${change.dismissed ?? null}, dismissed)
    where user_id = ${userId}
      and id = ${id}`)) === 1;
