import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customPerson,
  listAllTransactions,
} from '../../../../../../tests/support/bank/listed-transactions.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import { addPasskey } from '../../../../../../tests/support/requests/passkey-browser.ts';
import { readCsv } from '../../../../../../tests/support/requests/read-csv.ts';
import { readZip } from '../../../../../../tests/support/requests/read-zip.ts';
import {
  signUp,
  signUpPaid,
  type TestClient,
  testPassword,
} from '../../../../../../tests/support/requests/test-client.ts';
import { asUserId } from '../../../platform/identifiers.ts';
import { nilUuid } from './exported-file.ts';
import { exportedFiles, omittedTables } from './exported-files.ts';
import { writeArchive } from './write-archive.ts';

/** How many transactions the user has: more than two pages. */
const rowCount = 1_100;
const formula = '=HYPERLINK("http://evil","x")';

let server: TestServer;
let database: pg.Client;
let client: TestClient;
let userId: string;

beforeAll(async () => {
  server = await startTestServer();
  database = new pg.Client({ connectionString: server.database.url });
  await database.connect();
  client = await signUpPaid(server, 'exporting@example.com');
  userId = (await client.request('GET /user/me')).id;
  await addPasskey(client, { name: 'My phone' });
  const rows = Array.from({ length: rowCount - 3 }, (_, n) => ({
    amount: n / 100,
    description: `Row ${n}`,
  }));
  await client.linkBank(
    customPerson(
      { name: 'Everyday', transactions: [...rows, { amount: -20.5, description: formula }] },
      {
        name: 'Ünï, "quoted"',
        transactions: [
          { amount: 7, description: 'two\r\nlines', merchant_name: '+1 555' },
          { amount: -3, description: '🧾 ‮right to left' },
        ],
      },
    ),
  );
  const listed = await listAllTransactions(client);
  const changed = listed.find(({ name }) => name === 'Row 7');
  await client.request('POST /user/tx/updatecategory', {
    body: { tx_id: changed?.id ?? '', category: 'travel_flights' },
  });
  await client.request('POST /user/tx/ignore', {
    body: { tx_id: changed?.transaction_id ?? '', exclude_transaction: true },
  });
}, 60_000);
afterAll(async () => {
  await database.end();
  await server.stop();
});

const requestExport = (user: TestClient, signal?: AbortSignal) =>
  fetch(`${server.url}/api/user/export`, {
    headers: { authorization: `Bearer ${user.token}` },
    ...(signal === undefined ? {} : { signal }),
  });

const fetchExport = async (user: TestClient) => {
  const response = await requestExport(user);
  expect(response.status).toBe(200);
  return { response, files: readZip(Buffer.from(await response.arrayBuffer())) };
};

const json = (files: Map<string, string>, name: string): Record<string, unknown>[] =>
  JSON.parse(files.get(`${name}.json`) ?? '');

describe('GET /user/export', () => {
  test('is an uncached zip with a README that describes each file', async () => {
    const { response, files } = await fetchExport(client);
    const header = (name: string) => response.headers.get(name);
    expect(header('content-type')).toBe('application/zip');
    expect(header('content-disposition')).toMatch(
      /^attachment; filename="cairn-export-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect([header('cache-control'), header('content-encoding')]).toEqual(['no-store', null]);
    const names = exportedFiles.flatMap(({ name }) => [`${name}.json`, `${name}.csv`]);
    expect([...files.keys()]).toEqual(['README.txt', ...names]);
    const readme = files.get('README.txt');
    expect(readme).toContain('exporting@example.com');
    for (const { name, description } of exportedFiles)
      expect(readme).toContain(`${name}.csv\n  ${description}`);
  });

  test("contains every transaction once, with the user's changes", async () => {
    const { files } = await fetchExport(client);
    const transactions = json(files, 'transactions');
    expect(transactions).toHaveLength(rowCount);
    const byId = new Map(transactions.map((row) => [row.id, row]));
    for (const row of await listAllTransactions(client))
      expect(byId.get(row.id)).toMatchObject({
        transaction_id: row.transaction_id,
        account_id: row.account_id,
        amount: row.amount,
        name: row.name,
        merchant_name: row.merchant_name,
        category: row.effective_category,
        overridden_category: row.overridden_category,
        exclude_transaction: row.exclude_transaction,
      });
    expect(transactions.find(({ name }) => name === 'Row 7')).toMatchObject({
      overridden_category: 'travel_flights',
      exclude_transaction: true,
    });
  });

  test("contains the user's profile, payments, banks, and activity", async () => {
    const { files } = await fetchExport(client);
    expect(json(files, 'profile')).toEqual([
      {
        id: userId,
        email: 'exporting@example.com',
        email_verified_at: null,
        has_password: true,
        paid_until: 'forever',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        passkey_handle: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    expect(json(files, 'passkeys')).toMatchObject([
      {
        name: 'My phone',
        credential_id: expect.stringMatching(/^[0-9a-f]{64}$/),
        public_key: expect.stringMatching(/^[0-9a-f]+$/),
        transports: 'internal, hybrid',
        synced: false,
        last_used_at: null,
      },
    ]);
    expect(json(files, 'payments')).toMatchObject([{ plan: 'lifetime', paid_until: 'forever' }]);
    const { accounts } = await client.request('GET /user/accounts');
    expect(json(files, 'accounts').map(({ account_id, name }) => [account_id, name])).toEqual(
      expect.arrayContaining(accounts.map(({ account_id, name }) => [account_id, name])),
    );
    expect(json(files, 'balances')).toHaveLength(accounts.length);
    const [institution] = (await client.request('GET /user/sync')).items;
    expect(json(files, 'institutions')).toMatchObject([{ item_id: institution?.item_id }]);
    expect(json(files, 'syncs')).toMatchObject([
      { item_id: institution?.item_id, added: rowCount },
    ]);
    expect(json(files, 'devices')).toHaveLength(1);
    const { events } = await client.request('GET /user/activity');
    expect(events[0]?.event).toBe('exported');
    expect(json(files, 'activity').at(-1)?.event).toBe('exported');
  });

  test('contains the same rows as CSV, with formulas escaped and numbers unchanged', async () => {
    const { files } = await fetchExport(client);
    for (const { name, columns } of exportedFiles) {
      const [header, ...rows] = readCsv(files.get(`${name}.csv`) ?? '');
      expect(header).toEqual(Object.keys(columns));
      const objects = json(files, name);
      expect(rows).toHaveLength(objects.length);
      rows.forEach((cells, row) => {
        cells.forEach((cell, column) => {
          const value = objects[row]?.[header?.[column] ?? ''];
          const text = value === null ? '' : String(value);
          if (typeof value === 'number') expect(Number(cell)).toBe(value);
          else expect([text, `'${text}`]).toContain(cell);
          if (typeof value === 'string' && /^[=+\-@]/.test(text)) expect(cell).toBe(`'${text}`);
        });
      });
    }
    const lines = files.get('transactions.csv') ?? '';
    expect(lines).toContain(`,-20.50,USD,"'=HYPERLINK(""http://evil"",""x"")"`);
    expect(lines).toContain(",'+1 555,");
  });

  test('contains no secrets and no data of other users', async () => {
    const stranger = await signUp(server, 'stranger@example.com');
    const { files } = await fetchExport(client);
    const { rows } = await database.query(
      'select password_hash, access_token_sealed, id from users join items using (user_id) where user_id = $1',
      [userId],
    );
    const token = server.services.sealer.open(
      rows[0].access_token_sealed,
      `${userId}/${rows[0].id}`,
    );
    const { id: strangerId } = await stranger.request('GET /user/me');
    const all = [...files.values()].join('\n');
    for (const secret of [
      rows[0].password_hash,
      rows[0].access_token_sealed,
      token,
      client.token ?? '',
      testPassword,
      strangerId,
      'stranger@example.com',
    ])
      expect(all.includes(secret)).toBe(false);
    const { files: theirs } = await fetchExport(stranger);
    expect(json(theirs, 'transactions')).toEqual([]);
    expect(theirs.get('transactions.csv')).toMatch(/^id,transaction_id,[^\n]*\r\n$/);
  });
});

describe('a running export', () => {
  /** Locks the transactions table. Returns a function that releases the lock. */
  async function lockTransactions() {
    const lockClient = new pg.Client({ connectionString: server.database.url });
    await lockClient.connect();
    await lockClient.query('begin; lock table transactions in access exclusive mode');
    return () => lockClient.end();
  }

  test('sends the first files before the others are read', async () => {
    const release = await lockTransactions();
    const response = await requestExport(client);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString('latin1')).toContain('README.txt');
    await release();
    await reader?.cancel();
  });

  test('is truncated and unreadable if the database fails', async () => {
    const release = await lockTransactions();
    const response = await requestExport(client);
    const chunks: Uint8Array[] = [];
    const read = async () => {
      for await (const chunk of response.body ?? []) chunks.push(chunk);
    };
    // The statement waits for the lock until it times out.
    await expect(read()).rejects.toThrow();
    await release();
    expect(chunks.length).toBeGreaterThan(0);
    expect(() => readZip(Buffer.concat(chunks))).toThrow('truncated');
  });

  test('stops reading when the client disconnects', async () => {
    let reads = 0;
    const countingDatabase = {
      ...server.services.database,
      rows: <Row>(statement: Parameters<typeof server.services.database.rows>[0]) => {
        reads += 1;
        return server.services.database.rows<Row>(statement);
      },
    };
    const identity = { userId: asUserId(userId), email: 'exporting@example.com', at: new Date() };
    const complete = writeArchive(countingDatabase, identity).resume();
    await eventually(() => complete.closed, 'the complete export is read');
    const completeReads = reads;
    reads = 0;
    const aborted = writeArchive(countingDatabase, identity);
    await eventually(() => aborted.readableLength > 0, 'the export has begun');
    aborted.destroy();
    await eventually(() => aborted.closed, 'the export has stopped');
    const abortedReads = reads;
    // By the end of another complete export, the aborted one would have finished too.
    const next = writeArchive(countingDatabase, identity).resume();
    await eventually(() => next.closed, 'another complete export is read');
    expect(reads - abortedReads).toBe(completeReads);
    expect(abortedReads).toBeLessThan(completeReads);
  });

  test('uses no database connection while the client reads slowly', async () => {
    const slow = await Promise.all(Array.from({ length: 15 }, () => requestExport(client)));
    // More exports than the pool has connections, and none is being read.
    expect((await client.call('GET /user/accounts')).status).toBe(200);
    for (const response of slow) {
      expect(response.status).toBe(200);
      readZip(Buffer.from(await response.arrayBuffer()));
    }
  });
});

describe('the exported tables and columns', () => {
  interface Column {
    table: string;
    column: string;
  }
  const listUserColumns = async () =>
    (
      await database.query<Column>(
        `select c.table_name as table, c.column_name as column
         from information_schema.columns c
         where c.table_schema = 'public'
           and exists (
             select 1 from information_schema.columns o
             join information_schema.tables t using (table_schema, table_name)
             where o.table_schema = 'public' and o.table_name = c.table_name
               and o.column_name = 'user_id' and t.table_type = 'BASE TABLE'
           )`,
      )
    ).rows;

  test('every table with user rows is exported or omitted with a reason', async () => {
    const tables = new Set((await listUserColumns()).map(({ table }) => table));
    const covered = [...exportedFiles.map(({ table }) => table), ...Object.keys(omittedTables)];
    expect(tables.size).toBeGreaterThan(12);
    expect(covered.toSorted()).toEqual([...tables].toSorted());
  });

  test.each(exportedFiles)(
    'every column of $table is exported or omitted with a reason',
    async (file) => {
      const columns = (await listUserColumns())
        .filter(({ table, column }) => table === file.table && column !== 'user_id')
        .map(({ column }) => column);
      const covered = [...Object.values(file.columns), ...Object.keys(file.omitted)].filter(
        (column) => column !== 'user_id',
      );
      expect(covered.toSorted()).toEqual(columns.toSorted());
    },
  );

  test('every row has a cursor, so that the next page starts after it', async () => {
    await database.query("insert into totp_secrets (user_id, sealed_secret) values ($1, 'x')", [
      userId,
    ]);
    await database.query(
      "insert into recovery_codes (user_id, code_hash, salt) values ($1, '\\x01', '\\x02')",
      [userId],
    );
    const withoutCursor: string[] = [];
    for (const { name, read, initialCursor = nilUuid } of exportedFiles)
      for (const row of await read(server.services.database, asUserId(userId), initialCursor))
        if (typeof row.cursor !== 'string') withoutCursor.push(name);
    expect(withoutCursor).toEqual([]);
  });
});
