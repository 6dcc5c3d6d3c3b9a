import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRows, customPerson } from '../../../../../../tests/support/bank-rows.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import { readCsv } from '../../../../../../tests/support/read-csv.ts';
import { readZip } from '../../../../../../tests/support/read-zip.ts';
import {
  signUp,
  signUpPaid,
  type TestClient,
  testPassword,
} from '../../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../../tests/support/test-server.ts';
import { asUserId } from '../../../platform/identifiers.ts';
import { exportedFiles, tablesLeftOut } from './exported-files.ts';
import { writeArchive } from './write-archive.ts';

// More than two pages of the export.
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
  userId = (await client.reply('GET /user/me')).id;
  const rows = Array.from({ length: rowCount - 3 }, (_, n) => ({
    amount: n / 100,
    description: `Row ${n}`,
  }));
  await client.link(
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
  const listed = await allRows(client);
  const decided = listed.find(({ name }) => name === 'Row 7');
  await client.reply('POST /user/tx/updatecategory', {
    body: { tx_id: decided?.id ?? '', category: 'travel_flights' },
  });
  await client.reply('POST /user/tx/ignore', {
    body: { tx_id: decided?.transaction_id ?? '', exclude_transaction: true },
  });
}, 60_000);
afterAll(async () => {
  await database.end();
  await server.stop();
});

const ask = (as: TestClient, signal?: AbortSignal) =>
  fetch(`${server.url}/api/user/export`, {
    headers: { authorization: `Bearer ${as.token}` },
    ...(signal === undefined ? {} : { signal }),
  });

const fetchExport = async (as: TestClient) => {
  const answer = await ask(as);
  expect(answer.status).toBe(200);
  return { answer, files: readZip(Buffer.from(await answer.arrayBuffer())) };
};

const json = (files: Map<string, string>, name: string): Record<string, unknown>[] =>
  JSON.parse(files.get(`${name}.json`) ?? '');

describe('GET /user/export', () => {
  test('is a file that nobody keeps, with a page that explains each file in it', async () => {
    const { answer, files } = await fetchExport(client);
    const header = (name: string) => answer.headers.get(name);
    expect(header('content-type')).toBe('application/zip');
    expect(header('content-disposition')).toMatch(
      /^attachment; filename="cairn-export-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect([header('cache-control'), header('content-encoding')]).toEqual(['no-store', null]);
    const names = exportedFiles.flatMap(({ name }) => [`${name}.json`, `${name}.csv`]);
    expect([...files.keys()]).toEqual(['README.txt', ...names]);
    const readme = files.get('README.txt');
    expect(readme).toContain('exporting@example.com');
    for (const { name, about } of exportedFiles)
      expect(readme).toContain(`${name}.csv\n  ${about}`);
  });

  test('holds every transaction once, with what the user decided', async () => {
    const { files } = await fetchExport(client);
    const told = json(files, 'transactions');
    expect(told).toHaveLength(rowCount);
    const byId = new Map(told.map((row) => [row.id, row]));
    for (const row of await allRows(client))
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
    expect(told.find(({ name }) => name === 'Row 7')).toMatchObject({
      overridden_category: 'travel_flights',
      exclude_transaction: true,
    });
  });

  test('says who the user is, what they paid, linked and did', async () => {
    const { files } = await fetchExport(client);
    expect(json(files, 'profile')).toEqual([
      {
        id: userId,
        email: 'exporting@example.com',
        email_verified_at: null,
        has_password: true,
        paid_until: 'forever',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ]);
    expect(json(files, 'payments')).toMatchObject([{ plan: 'lifetime', paid_until: 'forever' }]);
    const { accounts } = await client.reply('GET /user/accounts');
    expect(json(files, 'accounts').map(({ account_id, name }) => [account_id, name])).toEqual(
      expect.arrayContaining(accounts.map(({ account_id, name }) => [account_id, name])),
    );
    expect(json(files, 'balances')).toHaveLength(accounts.length);
    const [institution] = (await client.reply('GET /user/sync')).items;
    expect(json(files, 'institutions')).toMatchObject([{ item_id: institution?.item_id }]);
    expect(json(files, 'syncs')).toMatchObject([
      { item_id: institution?.item_id, added: rowCount },
    ]);
    expect(json(files, 'devices')).toHaveLength(1);
    const { events } = await client.reply('GET /user/activity');
    expect(events[0]?.event).toBe('exported');
    expect(json(files, 'activity').at(-1)?.event).toBe('exported');
  });

  test('has the same rows as CSV, in which no text is a formula and every number is one', async () => {
    const { files } = await fetchExport(client);
    for (const { name, columns } of exportedFiles) {
      const [header, ...rows] = readCsv(files.get(`${name}.csv`) ?? '');
      expect(header).toEqual(Object.keys(columns));
      const told = json(files, name);
      expect(rows).toHaveLength(told.length);
      rows.forEach((cells, row) => {
        cells.forEach((cell, column) => {
          const value = told[row]?.[header?.[column] ?? ''];
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

  test('has no secret in it, and nothing of anybody else', async () => {
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
    const { id: strangerId } = await stranger.reply('GET /user/me');
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

describe('an export under way', () => {
  /** Keeps every transaction from being read until what it answers is called. */
  async function holdTransactions() {
    const holding = new pg.Client({ connectionString: server.database.url });
    await holding.connect();
    await holding.query('begin; lock table transactions in access exclusive mode');
    return () => holding.end();
  }

  test('sends what it has before it has everything', async () => {
    const release = await holdTransactions();
    const answer = await ask(client);
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString('latin1')).toContain('README.txt');
    await release();
    await reader?.cancel();
  });

  test('breaks off when the database fails, and cannot be taken for whole', async () => {
    const release = await holdTransactions();
    const answer = await ask(client);
    const chunks: Uint8Array[] = [];
    const read = async () => {
      for await (const chunk of answer.body ?? []) chunks.push(chunk);
    };
    // The statement waits for the lock as long as the database lets it.
    await expect(read()).rejects.toThrow();
    await release();
    expect(chunks.length).toBeGreaterThan(0);
    expect(() => readZip(Buffer.concat(chunks))).toThrow('broken off');
  });

  test('ends with whoever asked for it: nothing more is read', async () => {
    let reads = 0;
    const counting = {
      ...server.services.database,
      rows: <Row>(statement: Parameters<typeof server.services.database.rows>[0]) => {
        reads += 1;
        return server.services.database.rows<Row>(statement);
      },
    };
    const identity = { userId: asUserId(userId), email: 'exporting@example.com', at: new Date() };
    const whole = writeArchive(counting, identity).resume();
    await eventually(() => whole.closed, 'the whole is read');
    const all = reads;
    reads = 0;
    const broken = writeArchive(counting, identity);
    await eventually(() => broken.readableLength > 0, 'it has begun');
    broken.destroy();
    await eventually(() => broken.closed, 'it is over');
    const atTheEnd = reads;
    // As many statements again would have been read by now.
    const next = writeArchive(counting, identity).resume();
    await eventually(() => next.closed, 'another is read');
    expect(reads - atTheEnd).toBe(all);
    expect(atTheEnd).toBeLessThan(all);
  });

  test('waits for a reader who takes their time without holding a connection', async () => {
    const slow = await Promise.all(Array.from({ length: 15 }, () => ask(client)));
    // More than the pool has connections, none of them read.
    expect((await client.call('GET /user/accounts')).status).toBe(200);
    for (const answer of slow) {
      expect(answer.status).toBe(200);
      readZip(Buffer.from(await answer.arrayBuffer()));
    }
  });
});

describe('in the catalogue,', () => {
  interface Column {
    table: string;
    column: string;
  }
  const columnsOfUsers = async () =>
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

  test('every table with rows of users is exported, or it is said why not', async () => {
    const tables = new Set((await columnsOfUsers()).map(({ table }) => table));
    const accounted = [...exportedFiles.map(({ table }) => table), ...Object.keys(tablesLeftOut)];
    expect(tables.size).toBeGreaterThan(12);
    expect(accounted.toSorted()).toEqual([...tables].toSorted());
  });

  test.each(exportedFiles)(
    'every column of $table is told, or it is said why not',
    async (file) => {
      const columns = (await columnsOfUsers())
        .filter(({ table, column }) => table === file.table && column !== 'user_id')
        .map(({ column }) => column);
      const accounted = [...Object.values(file.columns), ...Object.keys(file.leftOut)].filter(
        (column) => column !== 'user_id',
      );
      expect(accounted.toSorted()).toEqual(columns.toSorted());
    },
  );
});
