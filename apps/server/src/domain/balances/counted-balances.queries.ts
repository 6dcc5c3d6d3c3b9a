import { fragment } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { mainCurrency } from '../money/main-currency.ts';

/** The first reason that applies for omitting an account's balance from totals. */
export type BalanceOmissionReason = 'account' | 'duplicate' | 'currency' | 'no_balance';

/**
 * SQL for a user's accounts with the balance that counts (current, otherwise available), the account group, whether
 * it is a debt, and `omission_reason` (null if it counts). Every total of balances reads this.
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
    end as omission_reason
  from accounts a
  where a.user_id = ${userId}
)`;
