import { execFile } from 'node:child_process';
import { createSecretKey, randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkExchange } from '../../../../../tests/support/bank/exchange.ts';
import { customPerson } from '../../../../../tests/support/bank/listed-transactions.ts';
import { queryDatabase } from '../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';
import { root } from '../../../../../tools/command/root.mjs';
import { openLinkIntent } from '../../links/link-intents.ts';
import { asUserId, newId } from '../../platform/identifiers.ts';
import { issueCode, redeemCode, sha256 } from '../../platform/secrets/one-time-codes.ts';
import { createSealer } from '../../platform/secrets/sealed-secrets.ts';
import { rotateKeys } from './rotate-keys.ts';
import { type SealedRow, sealedColumns, sealedJobFields } from './sealed-columns.ts';

const oldKey = { id: 'k1', bytes: randomBytes(32) };
const newKey = { id: 'k2', bytes: randomBytes(32) };
const asText = ({ id, bytes }: typeof oldKey) => `${id}:${bytes.toString('base64url')}`;
const asKey = ({ id, bytes }: typeof oldKey) => ({ id, key: createSecretKey(bytes) });
const bothKeys = [newKey, oldKey];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    // The server opens values of both keys, as after the first restart of a rotation, but still seals with the old one.
    environment: { TOKEN_KEYS: [oldKey, newKey].map(asText).join(',') },
  });
});
afterAll(() => server.stop());

const rotate = () => rotateKeys(server.database.url, bothKeys.map(asKey));

/** Signs up a paid user with a bank, an exchange, and an authenticator app that is not confirmed yet. */
async function signUpLinked(): Promise<TestClient> {
  const client = await signUpPaid(server);
  const user = `holder ${newId()}`;
  const holdings = [{ code: 'BTC', amount: '0.50000000' }];
  await server.sandbox.control('exchange/holdings', { user, holdings });
  await linkExchange(client, user);
  await client.linkBank(customPerson({ name: 'Everyday', transactions: [{ amount: 10 }] }));
  await client.request('POST /user/totp');
  return client;
}

/** Inserts rows that are slow to create through the sandbox, or are deleted soon: Apple's token, an unsent mail, and a link intent. */
async function insertShortLivedRows(userId: string): Promise<void> {
  const { sealer } = server.services;
  const mailId = newId();
  await queryDatabase(
    server,
    `insert into user_identities (user_id, provider, issuer, subject, email, sealed_refresh_token)
     values ($1, 'APPLE', 'https://appleid.apple.com', $2, 'a@example.com', $3)`,
    [userId, newId(), sealer.seal('refresh', `apple ${userId}`)],
  );
  await queryDatabase(
    server,
    `insert into outgoing_mail (user_id, mail_id, kind, sealed_content) values ($1, $2, 'banks_unlinked', $3)`,
    [userId, mailId, sealer.seal('content', `mail ${userId} ${mailId}`)],
  );
  const { services } = server;
  await services.database.transaction((transaction) =>
    openLinkIntent(services, transaction, asUserId(userId), {
      provider: 'plaid',
      requestDigest: sha256(newId()),
      request: 'public token',
    }),
  );
}

/** The IDs of the keys that a column's values are sealed with. */
async function keysOf(table: string, column: string): Promise<string[]> {
  const rows = await queryDatabase<{ id: string }>(
    server,
    `select distinct split_part(${column}, '.', 1) as id from ${table} where ${column} <> '' order by 1`,
  );
  return rows.map(({ id }) => id);
}

describe('rotating the token keys', () => {
  test('seals the values of every column with the newest key, and a process with only that key opens them', async () => {
    const client = await signUpLinked();
    const { id } = await client.request('GET /user/me');
    const userId = asUserId(id);
    await insertShortLivedRows(id);
    const { database, sealer } = server.services;
    const purpose = 'change_email';
    const code = await issueCode(database, sealer, { purpose, userId, detail: { to: 'a' } });

    const result = await rotate();

    expect(result).toMatchObject({ unreadable: 0, keys: [{ id: 'k2' }, { id: 'k1', values: 0 }] });
    expect(result.resealed).toBeGreaterThanOrEqual(sealedColumns.length);
    const onlyNew = createSealer([asKey(newKey)]);
    for (const { table, column, context } of sealedColumns) {
      expect(await keysOf(table, column), table).toEqual(['k2']);
      const rows = await queryDatabase<SealedRow & { sealed: string }>(
        server,
        `select *, ${column} as sealed from ${table} where ${column} <> ''`,
      );
      for (const row of rows) expect(onlyNew.open(row.sealed, context(row))).not.toBe('');
    }
    expect(await redeemCode(database, onlyNew, { purpose, code })).toEqual({
      userId,
      detail: { to: 'a' },
    });
    expect(await rotate()).toMatchObject({ resealed: 0, unreadable: 0 });
  });

  test('does not overwrite a value that the server renews at the same time', async () => {
    const client = await signUpLinked();
    const { id: userId } = await client.request('GET /user/me');
    const context = (id: string) => `exchange ${userId}/${id}`;
    const renewing = new pg.Client({ connectionString: server.database.url });
    await renewing.connect();
    try {
      await renewing.query('begin');
      const { rows } = await renewing.query<{ id: string }>(
        'select id from exchange_links where user_id = $1 for update',
        [userId],
      );
      const id = rows[0]?.id ?? '';
      const renewed = server.services.sealer.seal('renewed', context(id));
      await renewing.query('update exchange_links set sealed_tokens = $1 where id = $2', [
        renewed,
        id,
      ]);
      const rotation = rotate();
      await eventually(async () => {
        const waiting = await queryDatabase(
          server,
          `select 1 from pg_stat_activity
           where application_name = 'cairn rotate keys' and wait_event_type = 'Lock'`,
        );
        return waiting.length === 1;
      }, 'the rotation waits for the renewal');
      await renewing.query('commit');
      expect(await rotation).toMatchObject({ keys: [{ id: 'k2' }, { id: 'k1', values: 1 }] });
      const stored = await queryDatabase<{ sealed_tokens: string }>(
        server,
        'select sealed_tokens from exchange_links where id = $1',
        [id],
      );
      expect(stored).toEqual([{ sealed_tokens: renewed }]);
    } finally {
      await renewing.end();
    }
    expect(await rotate()).toMatchObject({ resealed: 1, keys: [{}, { id: 'k1', values: 0 }] });
  });

  test('reports values that no key opens, and waiting jobs that need an earlier key', async () => {
    const client = await signUpPaid(server);
    const { id } = await client.request('GET /user/me');
    const lost = createSealer([{ id: 'k0', key: createSecretKey(randomBytes(32)) }]);
    await queryDatabase(
      server,
      'insert into totp_secrets (user_id, sealed_secret) values ($1, $2)',
      [id, lost.seal('secret', `totp ${id}`)],
    );
    const sealedToken = server.services.sealer.seal('refresh', `apple ${id}`);
    const job = { userId: id, issuer: 'i', subject: 's', sealedToken };
    await server.services.queue.enqueue('revoke-apple-access', job, { delaySeconds: 3_600 });
    expect(await rotate()).toMatchObject({
      unreadable: 1,
      keys: [{ id: 'k2' }, { id: 'k1', values: 0, jobs: 1 }, { id: 'k0', values: 1, jobs: 0 }],
    });
    await queryDatabase(server, 'delete from totp_secrets where user_id = $1', [id]);
    await server.services.queue.deleteUserJobs(id);
  });

  test('the command says which key can be removed, and when', async () => {
    const { code, output } = await runCommand([], bothKeys.map(asText).join(','));
    expect(output).toMatch(/k2: encrypts new values\. Keep it\./);
    expect(output).toMatch(/k1: not needed by the database\. Remove it 10 minutes after/);
    expect(output).toMatch(/s2: signs new access tokens[\s\S]*s1: still accepted/);
    expect(output).not.toContain(newKey.bytes.toString('base64url'));
    expect(code).toBe(0);
  });

  test('the command explains an invalid key and an unknown option', async () => {
    expect(await runCommand([], 'k1:short')).toMatchObject({
      code: 1,
      output: expect.stringContaining('TOKEN_KEYS must be a list of id:key'),
    });
    expect(await runCommand(['--all'], asText(newKey))).toMatchObject({
      code: 1,
      output: expect.stringContaining('Use --help'),
    });
    expect((await runCommand(['--help'], asText(newKey))).output).toContain('npm run rotate-keys');
  });
});

function runCommand(args: string[], tokenKeys: string): Promise<{ code: number; output: string }> {
  const sessionKeys = ['s2', 's1'].map((id) => `${id}:${randomBytes(32).toString('base64url')}`);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'tools/rotate-keys.ts'), ...args],
      {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: server.database.url,
          DATA_DIR: server.dataDir,
          TOKEN_KEYS: tokenKeys,
          SESSION_KEY: sessionKeys.join(','),
        },
      },
      (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: out + err }),
    );
  });
}

describe('the list of sealed values', () => {
  test('has every column of the schema whose name contains "sealed"', async () => {
    const rows = await queryDatabase<{ name: string }>(
      server,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name ~ 'sealed' order by 1`,
    );
    const listed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ name }) => name)).toEqual(listed.sort());
  });

  test("has the primary key of every column's table", async () => {
    for (const { table, primaryKey } of sealedColumns) {
      const rows = await queryDatabase<{ name: string }>(
        server,
        `select a.attname as name from pg_index i
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
         where i.indrelid = $1::regclass and i.indisprimary`,
        [table],
      );
      expect(rows.map(({ name }) => name).sort(), table).toEqual([...primaryKey].sort());
    }
  });

  test('has every sealed field of a job', () => {
    const text = readFileSync(join(root, 'apps/server/src/platform/jobs/job-kinds.ts'), 'utf8');
    const fields = [...text.matchAll(/\b(sealed\w+):/g)].map(([, field]) => field);
    expect([...new Set(fields)].sort()).toEqual([...sealedJobFields].sort());
  });

  test('accounts for every file that seals values', () => {
    const storageByFile = {
      'features/auth/codes/start-password-reset.ts': 'a job',
      'features/auth/factors/second-factor-challenge.ts': 'ten minutes',
      'features/auth/factors/totp.ts': 'totp_secrets',
      'features/crypto/access-tokens.ts': 'exchange_links',
      'features/linking/link-institution.ts': 'items',
      'links/link-intents.ts': 'link_intents',
      'identity/apple-tokens.ts': 'user_identities, a job',
      'jobs/keys/rotate-keys.ts': 'the same column',
      'mail/enqueue-mail.ts': 'outgoing_mail',
      'platform/secrets/one-time-codes.ts': 'one_time_codes',
      'platform/secrets/stateless-codes.ts': 'ten minutes',
    };
    const folder = join(root, 'apps/server/src');
    const sealingFiles = globSync('**/*.ts', { cwd: folder }).filter(
      (file) =>
        !file.endsWith('.test.ts') &&
        /\bsealer\.seal\(/.test(readFileSync(join(folder, file), 'utf8')),
    );
    expect(sealingFiles.sort()).toEqual(Object.keys(storageByFile).sort());
  });
});
