import type { Queries } from '../platform/database/database.ts';
import { directory } from '../platform/database/owned-sql.ts';
import { asUserId, type UserId } from '../platform/identifiers.ts';

/** Returns the user that an email address (in lower case) belongs to, or null. */
export const findAddressOwner = async (
  queries: Queries,
  address: string,
): Promise<UserId | null> => {
  const row = await queries.row<{ user_id: string }>(directory`
    select user_id
    from user_addresses
    where address = ${address}`);
  return row === undefined ? null : asUserId(row.user_id);
};
