import type { Queries } from '../platform/database.ts';
import { directory } from '../platform/owned-sql.ts';

/** Whether somebody has a lower-case address. */
export const addressIsTaken = async (queries: Queries, address: string): Promise<boolean> =>
  (await queries.row(directory`
    select 1
    from user_addresses
    where address = ${address}`)) !== undefined;
