import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryDatabase } from '../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { baseBackupsIn } from './archive-layout.ts';
import { readArchiveState } from './read-archive-state.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-archive-state-'));
  server = await startTestServer();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/**
 * Returns a database that replaces parts of each statement, because only PostgreSQL's archiver can change its
 * statistics.
 */
const databaseWith = (changes: Record<string, string>) => ({
  executeSql: (text: string) =>
    server.services.queue.executeSql(
      Object.entries(changes).reduce((sql, [from, to]) => sql.replaceAll(from, to), text),
    ),
});

/** Returns the changes that replace the statistics and the position with constants. */
const archiverChanges = (archived: string, failed: string, position = '0/0') => ({
  "current_setting('archive_mode')": `'on'`,
  'pg_current_wal_lsn()': `'${position}'::pg_lsn`,
  pg_stat_archiver: `(select ${archived}, ${failed}) as s (last_archived_wal, last_archived_time, last_failed_time)`,
});
const day = (number: number) => `timestamptz '2026-05-0${number}'`;

test('nothing is reported about the archive of a database that has none', async () => {
  const { queue, clock } = server.services;
  expect(await readArchiveState({ database: queue, backupDir: null, clock })).toBeNull();
  const text = await server.services.metrics.render();
  expect(text).not.toMatch(/^cairn_(wal_archive|base_backup)/m);
});

test.each([
  ['the file before the current one is archived', '000000010000000000000004', '0/5000100', 0],
  ['three files wait', '000000010000000000000001', '0/5000100', 3],
  ['the number continues after 4 GB', '0000000100000001000000FE', '2/1000000', 2],
  ["the last archived file is a timeline's history", '00000002.history', '0/5000100', null],
])('waiting files of the log are counted when %s', async (_, last, position, waiting) => {
  const { clock } = server.services;
  const database = databaseWith(
    archiverChanges(`'${last}', ${day(2)}`, 'null::timestamptz', position),
  );
  expect(await readArchiveState({ database, backupDir: null, clock })).toEqual({
    isFailing: false,
    waitingSegments: waiting,
    baseBackupAgeSeconds: null,
  });
});

test.each([
  [`'000000010000000000000001', ${day(1)}`, day(2), true],
  [`'000000010000000000000001', ${day(2)}`, day(1), false],
  ['null::text, null::timestamptz', day(1), true],
  ['null::text, null::timestamptz', 'null::timestamptz', false],
])(
  'archiving that last succeeded at %s and last failed at %s is failing: %s',
  async (archived, failed, isFailing) => {
    const { clock } = server.services;
    const database = databaseWith(archiverChanges(archived, failed));
    expect(await readArchiveState({ database, backupDir: null, clock })).toMatchObject({
      isFailing,
    });
  },
);

test('the age of the latest base backup of this database is reported', async () => {
  const [row] = await queryDatabase<{ id: string }>(
    server,
    'select system_identifier::text as id from pg_control_system()',
  );
  const baseBackupsFolder = baseBackupsIn(join(folder, 'archive'), row?.id ?? '');
  mkdirSync(baseBackupsFolder, { recursive: true });
  const segments = '000000010000000000000001-000000010000000000000001';
  for (const time of ['2026-05-03T03-00-00.000Z', '2026-05-04T03-00-00.500Z'])
    writeFileSync(join(baseBackupsFolder, `${time}-${segments}.tar.zst.age`), '');
  writeFileSync(join(baseBackupsFolder, '.1-1.unfinished'), '');
  const state = await readArchiveState({
    database: databaseWith(archiverChanges('null::text, null::timestamptz', 'null::timestamptz')),
    backupDir: folder,
    clock: { now: () => new Date('2026-05-04T04:00:00Z') },
  });
  expect(state?.baseBackupAgeSeconds).toBe(3_599.5);
});
