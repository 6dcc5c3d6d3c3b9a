import type pg from 'pg';
import type { TestServer } from '../processes/test-server.ts';
import type { TestClient } from '../requests/test-client.ts';
import { backdate } from './backdate.ts';
import { queryDirectly } from './direct-connection.ts';

/** Queries a server's database for data that no API call returns. */
export async function queryDatabase<Row extends pg.QueryResultRow>(
  { database }: Pick<TestServer, 'database'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await queryDirectly<Row>(database.url, text, values);
  return rows;
}

/** Lists the events of a user's activity log, oldest first. */
export async function listActivity(client: TestClient, server: TestServer): Promise<string[]> {
  const { id } = await client.request('GET /user/me');
  const rows = await queryDatabase<{ event: string }>(
    server,
    'select event from activity where user_id = $1 order by id',
    [id],
  );
  return rows.map(({ event }) => event);
}

/** Counts the users with an email address, ignoring case. */
export async function countUsersWithEmail(server: TestServer, email: string): Promise<number> {
  const rows = await queryDatabase(
    server,
    'select 1 from users where lower(email) = $1 union all select 1 from user_addresses where address = $1',
    [email.toLowerCase()],
  );
  return rows.length / 2;
}

/** Ages all one-time codes by eleven minutes. */
export async function ageOneTimeCodes(server: TestServer): Promise<void> {
  await queryDatabase(server, `update one_time_codes set ${backdate('expires_at', '11 minutes')}`);
}
