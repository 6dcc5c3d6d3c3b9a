import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { mainCurrency } from './main-currency.ts';

/** Returns a user's main currency. US dollars for a user without accounts. */
export async function findMainCurrency(queries: Queries, userId: UserId): Promise<string> {
  const row = await queries.row<{ currency: string | null }>(owned`
    select ${mainCurrency(userId)} as currency
    from users
    where user_id = ${userId}`);
  return row?.currency ?? 'USD';
}
