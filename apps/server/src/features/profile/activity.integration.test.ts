import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import {
  signIn,
  signUp,
  signUpPaid,
  TestClient,
  testPassword,
} from '../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let database: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  database = new pg.Client({ connectionString: server.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await server.stop();
});

/** Reads all of a user's activity page by page. Returns the events and the length of each page. */
async function readAllPages(client: TestClient) {
  const events = [];
  const lengths = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await client.request(
      'GET /user/activity',
      after === undefined ? {} : { query: { after } },
    );
    events.push(...page.events);
    lengths.push(page.events.length);
    after = page.next;
  }
  return { events, lengths };
}

const readEntries = async (client: TestClient) =>
  (await readAllPages(client)).events.map(({ event, detail }) => [event, detail]);

describe('GET /user/activity', () => {
  test("lists the user's own activity, newest first", async () => {
    const email = `${randomUUID()}@example.com`;
    const client = await signUpPaid(server, email);
    const stranger = await signUp(server);
    await client.linkBank({ username: 'user_good', password: 'pass_good' });
    const { institution_name } = (await client.request('GET /user/sync')).items[0] ?? {};
    const tablet = new TestClient(server, await signIn(server, email, testPassword));
    await tablet.request('POST /auth/logout');
    await signIn(server, email, testPassword);
    await client.request('DELETE /user/sessions/:id', { params: { id: 'all' } });
    const device = 'Unknown browser on unknown system';
    const entries = await readEntries(client);
    expect(entries.filter(([event]) => event !== 'signed_up')).toEqual([
      ['session_revoked', '1 other device'],
      ['signed_in', device],
      ['signed_out', device],
      ['signed_in', device],
      ['institution_linked', institution_name],
      ['subscribed', 'Lifetime'],
      ['signed_in', device],
    ]);
    expect((await readEntries(stranger)).map(([event]) => event)).not.toContain(
      'institution_linked',
    );
  });

  test('pages neither skip nor repeat an entry while new ones are added', async () => {
    const client = await signUp(server);
    const { id } = await client.request('GET /user/me');
    const existing = (await readAllPages(client)).events.length;
    // Older than the entries of the sign-up, because ids increase over time.
    await database.query(
      `insert into activity (user_id, id, event, detail)
       select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'signed_in', 'Device ' || n
       from generate_series(1, 120) n`,
      [id],
    );
    const first = await client.request('GET /user/activity');
    expect(first.events).toHaveLength(50);
    await database.query(
      `insert into activity (user_id, id, event) values ($1, 'fffffff0-0000-7000-8000-000000000000', 'exported')`,
      [id],
    );
    const second = await client.request('GET /user/activity', {
      query: { after: first.next ?? '' },
    });
    const third = await client.request('GET /user/activity', {
      query: { after: second.next ?? '' },
    });
    expect([second.events.length, third.events.length, third.next]).toEqual([
      50,
      20 + existing,
      null,
    ]);
    const details = [first, second, third].flatMap(({ events }) =>
      events.map(({ detail }) => detail).filter((detail) => detail.startsWith('Device ')),
    );
    expect(details).toEqual(Array.from({ length: 120 }, (_, n) => `Device ${120 - n}`));
    expect((await readAllPages(client)).lengths).toEqual([50, 50, 21 + existing]);
  });

  test('a full last page has no next page', async () => {
    const client = await signUp(server);
    const { id } = await client.request('GET /user/me');
    const existing = (await readAllPages(client)).events.length;
    await database.query(
      `insert into activity (user_id, id, event)
       select $1, gen_random_uuid(), 'signed_in' from generate_series(1, 50 - $2::integer)`,
      [id, existing],
    );
    expect((await readAllPages(client)).lengths).toEqual([50]);
  });

  test.each(['x', Buffer.from('not an id').toString('base64url'), '%00', "' or 1=1"])(
    'rejects the invalid cursor %j',
    async (after) => {
      const client = await signUp(server);
      expect((await client.call('GET /user/activity', { query: { after } })).status).toBe(422);
    },
  );

  test('an entry is hidden after a year and pruned when a later one is added', async () => {
    const email = `${randomUUID()}@example.com`;
    const client = await signUp(server, email);
    const { id } = await client.request('GET /user/me');
    const insertEntry = (entry: string, at: string, detail: string) =>
      database.query(
        `insert into activity (user_id, id, at, event, detail) values ($1, $2, now() - $3::interval, 'signed_in', $4)`,
        [id, entry, at, detail],
      );
    await insertEntry('00000000-0000-7000-8000-000000000001', '12 months 1 day', 'too old');
    await insertEntry('00000000-0000-7000-8000-000000000002', '11 months 27 days', 'old');
    const details = (await readEntries(client)).map(([, detail]) => detail);
    expect(details).toContain('old');
    expect(details).not.toContain('too old');
    await signIn(server, email, testPassword);
    const { rows } = await database.query<{ detail: string }>(
      'select detail from activity where user_id = $1',
      [id],
    );
    const stored = rows.map(({ detail }) => detail);
    expect(stored).toContain('old');
    expect(stored).not.toContain('too old');
  });
});
