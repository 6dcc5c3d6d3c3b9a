import type { UserId } from '../platform/identifiers.ts';
import { fragment } from '../platform/owned-sql.ts';

/**
 * The user's main currency: that of most accounts, the first by name among equals. Totals are in it;
 * what is in another is listed and not counted.
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
