import type pg from 'pg';
import { askAside } from './side-connection.ts';
import type { TestClient } from './test-client.ts';
import type { TestServer } from './test-server.ts';

/** Asks the database of a server itself, where no call tells. */
export async function askDatabase<Row extends pg.QueryResultRow>(
  { database }: Pick<TestServer, 'database'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await askAside<Row>(database.url, text, values);
  return rows;
}

/** What the activity log of a user says, oldest first. */
export async function activityOf(client: TestClient, server: TestServer): Promise<string[]> {
  const { id } = await client.reply('GET /user/me');
  const rows = await askDatabase<{ event: string }>(
    server,
    'select event from activity where user_id = $1 order by id',
    [id],
  );
  return rows.map(({ event }) => event);
}

/** How many users there are with an address, in any letter case. */
export async function usersNamed(server: TestServer, email: string): Promise<number> {
  const rows = await askDatabase(
    server,
    'select 1 from users where lower(email) = $1 union all select 1 from user_addresses where address = $1',
    [email.toLowerCase()],
  );
  return rows.length / 2;
}

/** Makes every open code eleven minutes older: as if that time had passed. */
export async function ageCodes(server: TestServer): Promise<void> {
  await askDatabase(
    server,
    "update one_time_codes set expires_at = expires_at - interval '11 minutes'",
  );
}
