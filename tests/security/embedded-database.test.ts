import { chmodSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningDatabase, startDatabase } from '../../tools/database/start-database.ts';

// The database as operators run it. In a throwaway database, Cairn's role has more rights, which tests need.
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'cairn-embedded-'));
const dataDir = join(folder, 'data');
let database: RunningDatabase;
let client: pg.Client;

beforeAll(async () => {
  // As root, the database runs as another user, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  database = await startDatabase({ dataDir, sharedFolder: join(folder, 'shared') });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.stop();
  rmSync(folder, { recursive: true });
});

const socketFolder = () => new URL(database.url).searchParams.get('host') ?? '';
const modeOf = (path: string) => statSync(path).mode & 0o777;

test('the embedded database listens on no network address', async () => {
  const { rows } = await client.query('show listen_addresses');
  expect(rows).toEqual([{ listen_addresses: '' }]);
});

test('only the owner may enter the socket folder and the data folder', () => {
  expect(modeOf(socketFolder())).toBe(0o700);
  expect(modeOf(join(dirname(socketFolder()), 'postgres'))).toBe(0o700);
});

test('only the owner may read the password file', () => {
  expect(modeOf(join(dataDir, 'postgres.password'))).toBe(0o600);
});

test('a wrong password is rejected even on the same machine', async () => {
  const wrongUrl = new URL(database.url);
  wrongUrl.searchParams.set('password', 'wrong');
  const rejectedClient = new pg.Client({ connectionString: wrongUrl.href });
  await expect(rejectedClient.connect()).rejects.toThrow('password authentication failed');
});

test('signing in as the superuser is rejected', async () => {
  const wrongUrl = new URL(database.url);
  wrongUrl.searchParams.set('user', 'postgres');
  const rejectedClient = new pg.Client({ connectionString: wrongUrl.href });
  await expect(rejectedClient.connect()).rejects.toThrow('no pg_hba.conf entry');
});

test('the app signs in as a role without special privileges', async () => {
  const { rows } = await client.query(
    'select rolsuper, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
  );
  expect(rows).toEqual([
    { rolsuper: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
  ]);
});
