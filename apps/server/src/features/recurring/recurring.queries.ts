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
