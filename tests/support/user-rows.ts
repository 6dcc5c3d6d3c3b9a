import type pg from 'pg';
import { askAside } from './side-connection.ts';
import type { TestClient } from './test-client.ts';
import type { TestServer } from './test-server.ts';

/** Queries a server's database, for what no call returns. */
export async function askDatabase<Row extends pg.QueryResultRow>(
  { database }: Pick<TestServer, 'database'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await askAside<Row>(database.url, text, values);
  return rows;
}

/** Lists the events of a user's activity log, oldest first. */
export async function activityOf(client: TestClient, server: TestServer): Promise<string[]> {
  const { id } = await client.reply('GET /user/me');
  const rows = await askDatabase<{ event: string }>(
    server,
    'select event from activity where user_id = $1 order by id',
    [id],
  );
  return rows.map(({ event }) => event);
}

/** Counts the users with an email address, ignoring case. */
export async function usersNamed(server: TestServer, email: string): Promise<number> {
  const rows = await askDatabase(
    server,
    'select 1 from users where lower(email) = $1 union all select 1 from user_addresses where address = $1',
    [email.toLowerCase()],
  );
  return rows.length / 2;
}

/** Ages all one-time codes by eleven minutes. */
export async function ageCodes(server: TestServer): Promise<void> {
  await askDatabase(
    server,
    "update one_time_codes set expires_at = expires_at - interval '11 minutes'",
  );
}
