import { type AccountRow, accountColumns } from '../../domain/balances/account-rows.ts';
import { countedBalances } from '../../domain/balances/counted-balances.queries.ts';
import {
  type TransactionRow,
  transactionColumns,
} from '../../domain/transactions/transaction-rows.ts';
import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

export const listAccounts = (queries: Queries, userId: UserId) =>
  queries.rows<AccountRow>(owned`
    select ${accountColumns}
    from accounts a
    join items i
      on i.user_id = a.user_id
      and i.id = a.item_id
    where a.user_id = ${userId}
    order by a.created_at, a.id`);

/** Returns an account by the provider's id. */
export const findAccount = (queries: Queries, userId: UserId, providerAccountId: string) =>
  queries.row<AccountRow>(owned`
    select ${accountColumns}
    from accounts a
    join items i
      on i.user_id = a.user_id
      and i.id = a.item_id
    where a.user_id = ${userId}
      and a.provider_account_id = ${providerAccountId}`);

/** Sets the user's name for an account. Null restores the institution's name. */
export const renameAccount = (queries: Queries, userId: UserId, id: string, name: string | null) =>
  queries.run(owned`
    update accounts
    set custom_name = ${name}
    where user_id = ${userId}
      and id = ${id}`);

/** Records a change that the user made to an account. `before` and `after` are for name changes. */
export const recordDecision = (
  queries: Queries,
  userId: UserId,
  id: string,
  decision: {
    event: 'renamed' | 'name_restored' | 'hidden' | 'shown';
    before?: string;
    after?: string;
  },
) =>
  queries.run(owned`
    insert into account_events (user_id, account_id, event, before, after)
    values (${userId}, ${id}, ${decision.event}, ${decision.before ?? null}, ${decision.after ?? null})`);

/** Hides or unhides an account. Returns false if nothing changed. */
export const setHidden = async (
  queries: Queries,
  userId: UserId,
  id: string,
  hidden: boolean,
): Promise<boolean> =>
  (await queries.run(owned`
    update accounts
    set hidden = ${hidden}
    where user_id = ${userId}
      and id = ${id}
      and hidden <> ${hidden}`)) === 1;

/** Lists the newest transactions of an account. */
export const listNewestTransactions = (queries: Queries, userId: UserId, accountId: string) =>
  queries.rows<TransactionRow>(owned`
    select ${transactionColumns(userId)}
    from counted_transactions t
    where t.user_id = ${userId}
      and t.account_id = ${accountId}
    order by t.day desc, t.id desc
    limit 50`);

/** The total of an account group and the number of accounts that it omits. Amounts are decimal text. */
export interface GroupTotalRow {
  account_group: string;
  total: string;
  omitted_count: number;
}

/**
 * Sums balances by account group, in the main currency. For an account without a current balance, the available one
 * counts. Accounts that have neither, or that are hidden, duplicate, or in another currency, are omitted.
 */
export const sumGroups = (queries: Queries, userId: UserId) =>
  queries.rows<GroupTotalRow>(owned`
    select
      account_group,
      coalesce(sum(balance) filter (where omission_reason is null), 0) as total,
      count(*) filter (where omission_reason is not null and not hidden) as omitted_count
    from ${countedBalances(userId)} balances
    where user_id = ${userId}
    group by account_group`);
