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

/** Sorts before every user's id. */
export const lowestUserId = '00000000-0000-0000-0000-000000000000';

/** Returns the users after the given one, by id. Users being deleted have no address and are not listed. */
export async function listUsersAfter(
  queries: Queries,
  after: string,
  limit: number,
): Promise<UserId[]> {
  const rows = await queries.rows<{ user_id: string }>(directory`
    select user_id
    from user_addresses
    where user_id > ${after}
    order by user_id
    limit ${limit}`);
  return rows.map(({ user_id }) => asUserId(user_id));
}
