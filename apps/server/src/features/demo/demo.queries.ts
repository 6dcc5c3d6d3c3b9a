import type { Queries } from '../../platform/database.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';
import { demoInstitutions } from './demo-institutions.ts';

/**
 * The built-in users whose rows everyone sees in demo mode. Nobody can sign in as one: they have no
 * address. Each has the same life up to a day of its own, for it is up to three days at once on Earth.
 */
const demoUsers = [
  asUserId('00000000-0000-7000-8000-00000000de40'),
  asUserId('00000000-0000-7000-8000-00000000de41'),
  asUserId('00000000-0000-7000-8000-00000000de42'),
] as const;

/** The built-in users' linked institutions. Their ids are the same with each: they are keys within a user. */
export const demoItems = demoInstitutions.map(({ key, name }, index) => ({
  key,
  name,
  id: `00000000-0000-7000-8000-00000000de5${index}`,
}));

/**
 * The built-in user whose rows end on `day`, once they are written. A new day takes the place of the one
 * three days before, which is over everywhere.
 */
export const demoUserOf = (day: string): UserId => {
  const { days } = Temporal.PlainDate.from('1970-01-01').until(day);
  return demoUsers[(days % demoUsers.length) as 0 | 1 | 2]; // No clock is set before 1970.
};

/** Makes a built-in user and its institutions, once. */
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
    -- Of two that make them at once, either may come to a conflict, on any of the keys.
    on conflict do nothing`);
}

/** Shows those who look at the demo no sync while it is being written: to them it is always up to date. */
export const hideDemoSync = (queries: Queries, userId: UserId) =>
  queries.run(owned`
    update items
    set sync_state = 'idle'
    where user_id = ${userId}`);

/** The day that a built-in user's rows end on (ISO), or null if there are none yet. */
const findDemoDay = async (queries: Queries, userId: UserId): Promise<string | null> => {
  const row = await queries.row<{ cursor: string | null }>(owned`
    select min(cursor) as cursor
    from items
    where user_id = ${userId}`);
  return row?.cursor ?? null;
};

/** Whether the rows that end on a day are written. */
export const isDemoWritten = async (queries: Queries, day: string): Promise<boolean> =>
  (await findDemoDay(queries, demoUserOf(day))) === day;

/** Whose rows end on the newest day up to `day`, if any are written. */
export async function findNewestDemo(queries: Queries, day: string): Promise<UserId | undefined> {
  const found = await Promise.all(
    demoUsers.map(async (userId) => ({ userId, day: await findDemoDay(queries, userId) })),
  );
  return found
    .flatMap((demo) => (demo.day !== null && demo.day <= day ? [{ ...demo, day: demo.day }] : []))
    .sort((a, b) => b.day.localeCompare(a.day))[0]?.userId;
}
