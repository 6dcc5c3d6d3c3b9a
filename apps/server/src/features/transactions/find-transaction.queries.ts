import {
  type TransactionRow,
  transactionColumns,
} from '../../domain/transactions/transaction-rows.ts';
import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

export const findTransaction = (queries: Queries, userId: UserId, id: string) =>
  queries.row<TransactionRow>(owned`
    select ${transactionColumns(userId)}
    from counted_transactions t
    where t.user_id = ${userId}
      and t.id = ${id}`);

/** Finds the transactions with these ids, in no particular order. Skips removed and superseded ones. */
export const findTransactions = (queries: Queries, userId: UserId, ids: readonly string[]) =>
  queries.rows<TransactionRow>(owned`
    select ${transactionColumns(userId)}
    from counted_transactions t
    where t.user_id = ${userId}
      and t.id = any(${ids}::uuid[])`);

/** Returns the posted transaction that replaced a pending one. */
export const findPostedReplacement = (queries: Queries, userId: UserId, pendingId: string) =>
  queries.row<TransactionRow>(owned`
    select ${transactionColumns(userId)}
    from transaction_events posting
    join counted_transactions t
      on t.user_id = posting.user_id
      and t.id = posting.transaction_id
    where posting.user_id = ${userId}
      and posting.pending_id = ${pendingId}
    order by posting.at desc
    limit 1`);
