import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** True if a user has linked an exchange, even if it must be reconnected. */
export const hasLinkedExchange = async (
  queries: Queries,
  userId: UserId,
  exchange: string,
): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from exchange_links
    where user_id = ${userId}
      and exchange = ${exchange}
      and unlinked_at is null`)) !== undefined;
