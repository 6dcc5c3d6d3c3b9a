import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  customPerson,
  listAllTransactions,
} from '../../../../../tests/support/bank/listed-transactions.ts';
import { queryDatabase } from '../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let client: TestClient;
let user: string;
let item: string;
let account: string;

beforeAll(async () => {
  server = await startTestServer();
  client = await signUpPaid(server);
  ({ id: user } = await client.request('GET /user/me'));
  await client.linkBank(customPerson({ name: 'Everyday', transactions: [{ amount: 10 }] }));
  [{ id: item } = { id: '' }] = await query<{ id: string }>('select id from items');
  [{ id: account } = { id: '' }] = await query<{ id: string }>('select id from accounts');
});
afterAll(() => server.stop());

const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryDatabase<Row>(server, text, values);
const count = async (text: string, values: unknown[] = []) => (await query(text, values)).length;

/** Runs the nightly job once and waits for it. */
async function runPrune(): Promise<void> {
  const countRuns = () => server.logged.filter(({ event }) => event === 'users_pruned').length;
  const before = countRuns();
  await server.services.queue.enqueue('prune', {});
  await eventually(() => countRuns() > before, 'pruning has finished');
}

/** By kind: a statement that inserts two expired rows and one current row, and one that selects them. */
const kinds: [kind: string, insert: string, select: string][] = [
  [
    'sessions unused for a year',
    `insert into sessions (session_id, user_id, device, last_used_at)
     select gen_random_uuid(), $1, 'prune test ' || n, now() - interval '361 days' - n * interval '10 days'
     from generate_series(0, 2) n`,
    `select 1 from sessions where user_id = $1 and device like 'prune test %'`,
  ],
  [
    'expired one-time codes',
    `insert into one_time_codes (code_hash, purpose, user_id, expires_at)
     select sha256(n::text::bytea), 'prune test', $1, now() - interval '23 hours' - n * interval '2 hours'
     from generate_series(0, 2) n`,
    `select 1 from one_time_codes where purpose = 'prune test' and user_id = $1`,
  ],
  [
    'violations of the content security policy',
    `insert into csp_reports (day, directive, blocked, report_only)
     select current_date - 29 - n * 2, 'img-src', 'prune.test ' || $1, false
     from generate_series(0, 2) n`,
    `select 1 from csp_reports where blocked = 'prune.test ' || $1`,
  ],
  [
    'processed webhook events',
    `insert into webhook_events (provider, event_id, received_at, processed_at)
     select 'prune test', $1 || n, at, at
     from generate_series(0, 2) n, lateral (select now() - interval '29 days' - n * interval '2 days' as at) t`,
    `select 1 from webhook_events where provider = 'prune test' and event_id like $1 || '%'`,
  ],
  [
    'expired rate limits',
    `insert into rate_limits (key, points, expire)
     select 'prune test' || $1 || n, 1, (extract(epoch from now()) * 1000)::bigint + 60000 - n * 120000
     from generate_series(0, 2) n`,
    `select 1 from rate_limits where key like 'prune test' || $1 || '%'`,
  ],
  [
    'old hashes of deleted payers',
    `insert into deleted_payers (reference_hash, deleted_at)
     select sha256(($1 || n)::bytea), now() - interval '170 days' - n * interval '30 days'
     from generate_series(0, 2) n`,
    `select 1 from deleted_payers where $1 <> ''`,
  ],
  [
    'activity older than a year',
    `insert into activity (user_id, id, at, event, detail)
     select $1, gen_random_uuid(), now() - interval '361 days' - n * interval '10 days', 'exported', 'prune test'
     from generate_series(0, 2) n`,
    `select 1 from activity where user_id = $1 and detail = 'prune test'`,
  ],
  [
    'changes older than 90 days',
    `insert into changes (user_id, id, at, kind, target_count)
     select $1, gen_random_uuid(), now() - interval '89 days' - n * interval '2 days', 'edit', 1
     from generate_series(0, 2) n`,
    `select 1 from changes where user_id = $1`,
  ],
  [
    'known devices unused for a year',
    `insert into known_devices (user_id, device_id, secret_hash, label, browser, announced, last_used_at)
     select $1, gen_random_uuid(), sha256(''), 'prune test', true, true, now() - interval '361 days' - n * interval '10 days'
     from generate_series(0, 2) n`,
    `select 1 from known_devices where user_id = $1 and label = 'prune test'`,
  ],
  [
    'idempotency keys older than a day',
    `insert into idempotency_keys (user_id, key_hash, request_hash, attempt, leased_until, response, created_at)
     select
       $1, sha256(('prune test' || n)::bytea), sha256('prune test'), gen_random_uuid(), now(), '{}',
       now() - interval '23 hours' - n * interval '2 hours'
     from generate_series(0, 2) n`,
    `select 1 from idempotency_keys where user_id = $1 and request_hash = sha256('prune test')`,
  ],
  [
    'emails whose job was lost',
    `insert into outgoing_mail (user_id, mail_id, kind, created_at)
     select $1, gen_random_uuid(), 'prune test', now() - interval '29 days' - n * interval '2 days'
     from generate_series(0, 2) n`,
    `select 1 from outgoing_mail where user_id = $1 and kind = 'prune test'`,
  ],
  [
    'sync runs older than a year',
    `insert into sync_runs (user_id, id, item_id, finished_at, error)
     select user_id, gen_random_uuid(), id, now() - interval '361 days' - n * interval '10 days', 'prune test'
     from items, generate_series(0, 2) n
     where user_id = $1`,
    `select 1 from sync_runs where user_id = $1 and error = 'prune test'`,
  ],
];

test.each(kinds)(
  '%s are deleted after their retention period, not before',
  async (_kind, insert, select) => {
    await query(insert, [user]);
    expect(await count(select, [user])).toBe(3);
    await runPrune();
    expect(await count(select, [user])).toBe(1);
  },
);

test('removed transactions are deleted in batches after 90 days; other transactions are kept', async () => {
  await query(
    `insert into transactions (
       user_id, id, account_id, provider_transaction_id, amount, currency, date, name, pending,
       provider_primary, provider_detailed, provider_category, provider_group, removed_at
     )
     select
       $1, gen_random_uuid(), $2, 'prune test ' || n, 1, 'USD', '2026-01-01', 'Removed', false,
       'TRAVEL', 'TRAVEL_FLIGHTS', 'travel_flights', 'travel', now() - interval '89 days' - n * interval '2 days'
     from generate_series(0, 2300) n`,
    [user, account],
  );
  await runPrune();
  expect(
    await count(`select 1 from transactions where user_id = $1 and removed_at is not null`, [user]),
  ).toBe(1);
  expect(await listAllTransactions(client)).toHaveLength(1);
});

test('staged pages of an interrupted sync are deleted, and those of a running sync are kept', async () => {
  const insert = (lease: string) =>
    query(
      `insert into sync_pages (user_id, item_id, lease_token, page)
       select $1, id, lease_token + ${lease}, 1 from items where id = $2`,
      [user, item],
    );
  await query(`update items set lease_until = now() + interval '20 seconds' where id = $1`, [item]);
  await insert('0');
  await insert('-1');
  await runPrune();
  expect(await query('select page from sync_pages where user_id = $1', [user])).toHaveLength(1);
  await query(`update items set lease_until = now() - interval '2 hours' where id = $1`, [item]);
  await runPrune();
  expect(await count('select 1 from sync_pages')).toBe(0);
});

test('expired rows of all users are pruned, a batch of users at a time', async () => {
  await query(
    `insert into user_addresses (address, user_id)
     select 'nobody-' || n || '@example.com', gen_random_uuid() from generate_series(1, 450) n`,
  );
  const countUsers = () =>
    server.logged
      .filter(({ event }) => event === 'users_pruned')
      .reduce((sum, line) => sum + Number(line.users), 0);
  const [{ all } = { all: 0 }] = await query<{ all: number }>(
    'select count(*)::int as all from user_addresses',
  );
  const before = countUsers();
  await server.services.queue.enqueue('prune', {});
  await eventually(() => countUsers() - before === all, 'every user has been processed');
});
