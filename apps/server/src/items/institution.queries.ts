import type { Queries } from '../platform/database/database.ts';
import { owned } from '../platform/database/owned-sql.ts';
import type { UserId } from '../platform/identifiers.ts';

/** Returns the aggregator's id of an item's institution. Null or undefined if it is not known yet. */
export const findInstitutionId = async (
  queries: Queries,
  userId: UserId,
  itemId: string,
): Promise<string | null | undefined> =>
  (
    await queries.row<{ institution_id: string | null }>(owned`
      select institution_id
      from items
      where user_id = ${userId}
        and id = ${itemId}`)
  )?.institution_id;
