import { countedBalances } from '../../domain/counted-balances.queries.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';

/** An account with its institution. Money: decimal text in major units. */
export interface AccountRow {
  id: string;
  provider_account_id: string;
  item_id: string;
  institution_name: string;
  name: string;
  mask: string | null;
  type: string;
  subtype: string | null;
  currency: string;
  current_balance: string | null;
  available_balance: string | null;
  credit_limit: string | null;
  balances_as_of: Date | null;
  hidden: boolean;
  duplicate: boolean;
}

export const listAccounts = (queries: Queries, userId: UserId) =>
  queries.rows<AccountRow>(owned`
    select
      a.id,
      a.provider_account_id,
      a.item_id,
      i.institution_name,
      coalesce(a.custom_name, a.name) as name,
      a.mask,
      a.type,
      a.subtype,
      a.currency,
      a.current_balance,
      a.available_balance,
      a.credit_limit,
      a.balances_as_of,
      a.hidden,
      a.duplicate_of is not null as duplicate
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
      account_group,
      coalesce(sum(balance) filter (where left_out is null), 0) as total,
      count(*) filter (where left_out is not null and not hidden) as not_counted
    from ${countedBalances(userId)} balances
    where user_id = ${userId}
    group by account_group`);
