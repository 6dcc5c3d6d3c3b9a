import { type AccountRow, accountColumns } from '../../domain/account-rows.ts';
import { mainCurrency } from '../../domain/main-currency.ts';
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
      coalesce(subtype, type) as account_group,
      coalesce(sum(balance) filter (where counted), 0) as total,
      count(*) filter (where not counted and not hidden) as not_counted
    from (
      select
        subtype,
        type,
        hidden,
        coalesce(current_balance, available_balance) as balance,
        not hidden
          and duplicate_of is null
          and currency = ${mainCurrency(userId)}
          and coalesce(current_balance, available_balance) is not null as counted
      from accounts
      where user_id = ${userId}
    ) balances
    group by coalesce(subtype, type)`);
