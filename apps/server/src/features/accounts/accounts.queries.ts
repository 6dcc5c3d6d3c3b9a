import { type AccountRow, accountColumns } from '../../domain/account-rows.ts';
import { countedBalances } from '../../domain/counted-balances.queries.ts';
import { type TransactionRow, transactionColumns } from '../../domain/transaction-rows.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';

export const listAccounts = (queries: Queries, userId: UserId) =>
  queries.rows<AccountRow>(owned`
    select ${accountColumns}
    from accounts a
    join items i
      on i.user_id = a.user_id
      and i.id = a.item_id
    where a.user_id = ${userId}
    order by a.created_at, a.id`);

/** One account by the provider's id. */
export const findAccount = (queries: Queries, userId: UserId, providerAccountId: string) =>
  queries.row<AccountRow>(owned`
    select ${accountColumns}
    from accounts a
    join items i
      on i.user_id = a.user_id
      and i.id = a.item_id
    where a.user_id = ${userId}
      and a.provider_account_id = ${providerAccountId}`);

/** What the user calls an account; null is what its institution calls it. */
export const renameAccount = (queries: Queries, userId: UserId, id: string, name: string | null) =>
  queries.run(owned`
    update accounts
    set custom_name = ${name}
    where user_id = ${userId}
      and id = ${id}`);

/** Notes what the user has decided about an account; of a name, what it was and is. */
export const tellDecision = (
  queries: Queries,
  userId: UserId,
  id: string,
  told: {
    event: 'renamed' | 'name_restored' | 'hidden' | 'shown';
    before?: string;
    after?: string;
  },
) =>
  queries.run(owned`
    insert into account_events (user_id, account_id, event, before, after)
    values (${userId}, ${id}, ${told.event}, ${told.before ?? null}, ${told.after ?? null})`);

/** Hides an account or shows it again; false if it was so already. */
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

/** The newest transactions of an account. */
export const listNewest = (queries: Queries, userId: UserId, accountId: string) =>
  queries.rows<TransactionRow>(owned`
    select ${transactionColumns}
    from counted_transactions t
    where t.user_id = ${userId}
      and t.account_id = ${accountId}
    order by t.day desc, t.id desc
    limit 50`);

/** The total of one group and how many of its accounts it leaves out. */
export interface GroupTotalRow {
  account_group: string;
  total: string;
  not_counted: number;
}

/**
 * Totals by group, in the main currency. An account without a current balance counts its available
 * one; without either, in another currency, hidden or duplicate, it is listed and not counted.
 */
export const sumGroups = (queries: Queries, userId: UserId) =>
  queries.rows<GroupTotalRow>(owned`
    select
      account_group,
      coalesce(sum(balance) filter (where left_out is null), 0) as total,
      count(*) filter (where left_out is not null and not hidden) as not_counted
    from ${countedBalances(userId)} balances
    where user_id = ${userId}
    group by account_group`);
