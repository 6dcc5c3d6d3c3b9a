import type { Queries } from '../platform/database.ts';
import { asUserId, type UserId } from '../platform/identifiers.ts';
import { directory } from '../platform/owned-sql.ts';

/** Who has a lower-case address, or null. */
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
