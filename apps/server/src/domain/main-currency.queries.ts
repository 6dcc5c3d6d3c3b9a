import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { owned } from '../platform/owned-sql.ts';
import { mainCurrency } from './main-currency.ts';

/** Returns a user's main currency. US dollars for a user without accounts. */
export async function findMainCurrency(queries: Queries, userId: UserId): Promise<string> {
  const row = await queries.row<{ currency: string | null }>(owned`
    select ${mainCurrency(userId)} as currency
    from users
    where user_id = ${userId}`);
  return row?.currency ?? 'USD';
}
