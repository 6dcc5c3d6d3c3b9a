import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';
import { demoInstitutions } from './demo-institutions.ts';

/**
 * The built-in users whose rows demo mode shows. They have no address, so no one can sign in as them. Each has the
 * same life up to a different day, because up to three calendar days exist at once across time zones.
 */
const demoUsers = [
  asUserId('00000000-0000-7000-8000-00000000de40'),
  asUserId('00000000-0000-7000-8000-00000000de41'),
  asUserId('00000000-0000-7000-8000-00000000de42'),
] as const;

/** The built-in users' items. Their ids are the same for each user: ids must be unique only within a user. */
export const demoItems = demoInstitutions.map(({ key, name }, index) => ({
  key,
  name,
  id: `00000000-0000-7000-8000-00000000de5${index}`,
}));

/**
 * Returns the built-in user whose rows end on `day`, once they are written. A new day replaces the one three days
 * before, which is past in every time zone.
 */
export const demoUserForDay = (day: string): UserId => {
  const { days } = Temporal.PlainDate.from('1970-01-01').until(day);
  return demoUsers[(days % demoUsers.length) as 0 | 1 | 2]; // Not negative: no clock is before 1970.
};

/** Creates a built-in user and its items if they don't exist. */
export async function ensureDemoUser(queries: Queries, userId: UserId): Promise<void> {
  await queries.run(owned`
    insert into users (user_id, email)
    values (${userId}, 'demo')
    on conflict (user_id) do nothing`);
  await queries.run(owned`
    insert into items (
      user_id, id, provider_item_id, institution_id, institution_name, access_token_sealed
    )
    select
      ${userId}, i.id, 'demo ' || i.key, 'demo ' || i.key, i.name, ''
    from jsonb_to_recordset(${JSON.stringify(demoItems)}::jsonb) as i (id uuid, key text, name text)
    -- Concurrent inserts can conflict on any of the unique keys.
    on conflict do nothing`);
}

/** Resets the sync state while the demo is being written, so that it always appears up to date. */
export const hideDemoSync = (queries: Queries, userId: UserId) =>
  queries.run(owned`
    update items
    set sync_state = 'idle'
    where user_id = ${userId}`);

/** Finds the day that a built-in user's rows end on (ISO). Null if there are none yet. */
const findDemoDay = async (queries: Queries, userId: UserId): Promise<string | null> => {
  const row = await queries.row<{ cursor: string | null }>(owned`
    select min(cursor) as cursor
    from items
    where user_id = ${userId}`);
  return row?.cursor ?? null;
};

/** True if the rows that end on a day are written. */
export const isDemoWritten = async (queries: Queries, day: string): Promise<boolean> =>
  (await findDemoDay(queries, demoUserForDay(day))) === day;

/** Finds the built-in user whose rows end on the newest day up to `day`. */
export async function findNewestDemoUser(
  queries: Queries,
  day: string,
): Promise<UserId | undefined> {
  const demos = await Promise.all(
    demoUsers.map(async (userId) => ({ userId, day: await findDemoDay(queries, userId) })),
  );
  return demos
    .flatMap((demo) => (demo.day !== null && demo.day <= day ? [{ ...demo, day: demo.day }] : []))
    .sort((a, b) => b.day.localeCompare(a.day))[0]?.userId;
}
