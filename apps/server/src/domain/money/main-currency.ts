import { fragment } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/**
 * SQL for the user's main currency: the currency of most accounts, the first by name if tied. Totals are in it.
 * Amounts in other currencies are listed but not counted.
 */
export const mainCurrency = (userId: UserId) => fragment`(
  select currency
  from accounts
  where user_id = ${userId}
    and duplicate_of is null
  group by currency
  order by count(*) desc, currency
  limit 1
)`;
