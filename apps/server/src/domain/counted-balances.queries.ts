import type { UserId } from '../platform/identifiers.ts';
import { fragment } from '../platform/owned-sql.ts';
import { mainCurrency } from './main-currency.ts';

/** Why the balance of an account is in no total: the first reason that holds. */
export type BalanceLeftOut = 'account' | 'duplicate' | 'currency' | 'no_balance';

/**
 * A user's accounts, each with the balance that counts (the current one, else the available one), the
 * group and side of the balance sheet that it counts in, and why it is left out of every total, or null.
 * Every total of balances reads this.
 */
export const countedBalances = (userId: UserId) => fragment`(
  select
    a.*,
    coalesce(a.current_balance, a.available_balance) as balance,
    coalesce(a.subtype, a.type) as account_group,
    a.type in ('credit', 'loan') as is_debt,
    case
      when a.hidden then 'account'
      when a.duplicate_of is not null then 'duplicate'
      when a.currency <> ${mainCurrency(userId)} then 'currency'
      when coalesce(a.current_balance, a.available_balance) is null then 'no_balance'
    end as left_out
  from accounts a
  where a.user_id = ${userId}
)`;
