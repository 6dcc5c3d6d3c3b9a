import type { Queries } from '../../platform/database.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';

/** The built-in user whose rows everyone sees in demo mode. Nobody can sign in as it: it has no address. */
export const demoUserId: UserId = asUserId('00000000-0000-7000-8000-00000000de30');

/** The built-in user's one linked institution. */
export const demoItemId = '00000000-0000-7000-8000-00000000de31';

/** Makes the built-in user and its institution, once. */
export async function ensureDemoUser(queries: Queries, institution: string): Promise<void> {
  await queries.run(owned`
    insert into users (user_id, email)
    values (${demoUserId}, 'demo')
    on conflict (user_id) do nothing`);
  await queries.run(owned`
    insert into items (
      user_id, id, provider_item_id, institution_id, institution_name, access_token_sealed
    )
    values (${demoUserId}, ${demoItemId}, 'demo', 'demo', ${institution}, '')
    on conflict (user_id, id) do nothing`);
}

/** The day that the built-in user's rows end on (ISO), or null if there are none yet. */
export const findDemoDay = async (queries: Queries): Promise<string | null> => {
  const row = await queries.row<{ cursor: string | null }>(owned`
    select cursor
    from items
    where user_id = ${demoUserId}
      and id = ${demoItemId}`);
  return row?.cursor ?? null;
};
