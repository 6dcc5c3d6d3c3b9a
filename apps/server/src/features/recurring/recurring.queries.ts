import { type AccountRow, accountColumns } from '../../domain/balances/account-rows.ts';
import {
  logoUrl,
  type TransactionRow,
  transactionColumns,
} from '../../domain/transactions/transaction-rows.ts';
import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** Returns the account of a stream. */
export const findStreamAccount = (queries: Queries, userId: UserId, streamId: string) =>
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

/** Lists the newest payments of a stream, at most 1,000. */
export const listPayments = (queries: Queries, userId: UserId, streamId: string) =>
  queries.rows<TransactionRow>(owned`
    select ${transactionColumns(userId)}
    from stream_transactions payment
    join counted_transactions t
      on t.user_id = payment.user_id
      and t.provider_transaction_id = payment.provider_transaction_id
    where payment.user_id = ${userId}
      and payment.stream_id = ${streamId}
    order by
      t.day desc,
      t.id desc
    limit 1000`);

/** The payments of a stream. Amounts are decimal text, positive for money out. Days are ISO dates. */
export interface StreamPayments {
  stream_id: string;
  last_day: string;
  /** The merchant's logo, from the newest payment with one. */
  logo_url: string | null;
  /** Payments within the requested days, oldest first. */
  paid: { day: string; amount: string }[];
}

/**
 * Lists every stream with payments: its last payment day, its logo, and its payments within a period. The last payment
 * day is the day of the newest transaction; the bank reports the day on which that transaction posted.
 *
 * In the SQL, `streams` is aliased as `t`, because `logoUrl` reads `t.logo_url`.
 */
export const listStreamPayments = (
  queries: Queries,
  userId: UserId,
  { from, to }: { from: string; to: string },
) =>
  queries.rows<StreamPayments>(owned`
    with days as (
      select
        payment.stream_id,
        t.day,
        sum(t.amount) as amount,
        max(t.logo_url) as logo_url
      from stream_transactions payment
      join counted_transactions t
        on t.user_id = payment.user_id
        and t.provider_transaction_id = payment.provider_transaction_id
      where payment.user_id = ${userId}
        and t.day <= ${to}::date
      group by
        payment.stream_id,
        t.day
    ),
    streams as (
      select
        stream_id,
        max(day) as last_day,
        (array_agg(logo_url order by day desc) filter (where logo_url is not null))[1] as logo_url,
        coalesce(
          json_agg(json_build_object('day', day, 'amount', amount::text) order by day)
            filter (where day >= ${from}::date),
          '[]'
        ) as paid
      from days
      group by stream_id
    )
    select
      t.stream_id,
      t.last_day,
      ${logoUrl} as logo_url,
      t.paid
    from streams t`);

/** The user's changes to a stream. Absent fields are unchanged. */
export interface StreamChange {
  name?: string | null;
  kind?: 'bill' | 'subscription' | 'income' | null;
  confirmed?: boolean;
  dismissed?: boolean;
}

/** Updates a stream with the user's changes. Returns false if there is no such stream. */
export const updateStream = async (
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
