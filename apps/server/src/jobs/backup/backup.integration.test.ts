import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryDatabase } from '../../../../../tests/support/database/database-queries.ts';
import { setAccess } from '../../../../../tests/support/payments/set-access.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUp } from '../../../../../tests/support/requests/test-client.ts';
import { createDailyBackup } from './create-daily-backup.ts';
import { verifyBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-daily-'));
  server = await startTestServer({ environment: { BACKUP_DIR: join(folder, 'daily') } });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const backUpOn = (day: string) =>
  createDailyBackup({ ...server.services, clock: { now: () => new Date(`${day}T03:00:00Z`) } });

test('the newest seven daily backups are kept, and manual ones are never deleted', async () => {
  const daily = join(folder, 'daily');
  await backUpOn('2026-02-26');
  writeFileSync(join(daily, 'manual-2026-01-01T00-00-00.sql.gz'), '');
  for (const day of ['02-27', '02-28', '03-01', '03-02', '03-03', '03-04', '03-05', '03-05'])
    await backUpOn(`2026-${day}`);
  expect(readdirSync(daily).sort()).toEqual([
    ...['02-27', '02-28', '03-01', '03-02', '03-03', '03-04', '03-05'].map(
      (day) => `daily-2026-${day}.sql.gz`,
    ),
    'manual-2026-01-01T00-00-00.sql.gz',
  ]);
  const newest = join(daily, 'daily-2026-03-05.sql.gz');
  expect(statSync(newest).mode & 0o777).toBe(0o600);
  expect((await verifyBackup(newest, null)).end.rows.users).toBeGreaterThanOrEqual(0);
  expect(server.logged.filter(({ event }) => event === 'backup_created')).toHaveLength(9);
});

test('without a configured folder, no backup is made', async () => {
  const { services } = server;
  const settings = { ...services.settings, backupDir: null };
  await createDailyBackup({ ...services, settings });
  expect(server.logged.filter(({ event }) => event === 'backup_created')).toHaveLength(9);
});

test('line breaks, tabs, backslashes, and the end line inside a row are restored unchanged', async () => {
  const client = await signUp(server);
  const { id } = await client.request('GET /user/me');
  const unusualTexts = [
    '\\.',
    '\n\\.\n',
    '\t\\N\t',
    '\\',
    'a\r\nb',
    '🪙 "quoted"',
    '',
    '-- end {}',
  ];
  for (const detail of unusualTexts)
    await queryDatabase(
      server,
      `insert into activity (user_id, id, event, detail) values ($1, gen_random_uuid(), 'odd', $2)`,
      [id, detail],
    );
  const path = join(folder, 'odd.sql.gz');
  await writeBackup({
    databaseUrl: server.database.url,
    path,
    keyFingerprints: [],
    secretKey: null,
  });
  await queryDatabase(server, 'delete from activity');
  await restoreBackup(server.database.url, path, null);
  const rows = await queryDatabase<{ detail: string }>(
    server,
    `select detail from activity where user_id = $1 and event = 'odd'`,
    [id],
  );
  expect(rows.map(({ detail }) => detail).sort()).toEqual(unusualTexts.toSorted());
});

test('a sync that is running during a restore writes nothing', async () => {
  const client = await signUp(server);
  const { id } = await client.request('GET /user/me');
  await queryDatabase(
    server,
    `insert into items (user_id, id, provider_item_id, institution_name, access_token_sealed, lease_token)
     values ($1, $1, 'under way', 'Harbor Savings', '', 7)`,
    [id],
  );
  const path = join(folder, 'lease.sql.gz');
  await writeBackup({
    databaseUrl: server.database.url,
    path,
    keyFingerprints: [],
    secretKey: null,
  });
  // Two more leases have been acquired since the backup. The second sync is still running.
  await queryDatabase(server, 'update items set lease_token = 9');
  await restoreBackup(server.database.url, path, null);
  const [item] = await queryDatabase<{ lease_token: string }>(
    server,
    `select lease_token from items where provider_item_id = 'under way'`,
  );
  expect(Number(item?.lease_token)).toBeGreaterThan(9);
});

test('a restore leaves the next steps of subscriptions as they were', async () => {
  const client = await signUp(server);
  const { id } = await client.request('GET /user/me');
  const readSteps = () =>
    queryDatabase(server, 'select * from subscription_steps where user_id = $1', [id]);
  await setAccess(server.database.url, id, 'infinity');
  await queryDatabase(
    server,
    `update subscription_steps set next_step = null, next_step_at = null where user_id = $1`,
    [id],
  );
  const before = await readSteps();
  const path = join(folder, 'steps.sql.gz');
  await writeBackup({
    databaseUrl: server.database.url,
    path,
    keyFingerprints: [],
    secretKey: null,
  });
  await restoreBackup(server.database.url, path, null);
  expect(await readSteps()).toEqual(before);
});
