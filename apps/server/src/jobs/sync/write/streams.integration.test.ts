import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ScriptedBank,
  type ScriptedItem,
  type ScriptedRow,
  startScriptedBank,
} from '../../../../../../tests/support/bank/scripted-bank.ts';
import { queryDatabase } from '../../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  signUpPaid,
  type TestClient,
} from '../../../../../../tests/support/requests/test-client.ts';
import { syncItem } from '../sync-item.ts';

let bank: ScriptedBank;
let server: TestServer;
let client: TestClient;
let item: ScriptedItem;
let name: string;
let bankCount = 0;

const clock = { now: () => new Date('2026-05-15T12:00:00Z') };

beforeAll(async () => {
  bank = await startScriptedBank();
  server = await startTestServer({
    clock,
    skipTotalsCheck: true,
    environment: { PLAID_BASE_URL: bank.url },
  });
});
afterAll(async () => {
  await server.stop();
  await bank.stop();
});

const account = () => `${name}-checking`;
const row = (transaction_id: string, date = '2026-04-20'): ScriptedRow => ({
  transaction_id: `${name}:${transaction_id}`,
  account_id: account(),
  amount: 12,
  date,
});

/** Creates a stream in the format of the aggregator. */
const stream = (stream_id: string, more: Record<string, unknown> = {}) => ({
  account_id: account(),
  stream_id: `${name}:${stream_id}`,
  description: 'GYM',
  merchant_name: 'Iron Gym',
  first_date: '2026-02-20',
  last_date: '2026-04-20',
  predicted_next_date: '2026-05-20',
  frequency: 'MONTHLY',
  transaction_ids: [`${name}:april`],
  average_amount: { amount: 12, iso_currency_code: 'USD', unofficial_currency_code: null },
  last_amount: { amount: 12, iso_currency_code: 'USD', unofficial_currency_code: null },
  is_active: true,
  status: 'MATURE',
  personal_finance_category: {
    primary: 'PERSONAL_CARE',
    detailed: 'PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS',
  },
  is_user_modified: false,
  category: null,
  category_id: null,
  ...more,
});
const setStreams = (...outflow_streams: object[]) => {
  item.streams = { inflow_streams: [], outflow_streams };
};

async function link(asName: string) {
  await client.request('POST /plaid/link/token', { body: { public_token: `public-${asName}` } });
  return client.waitForSyncs();
}

/** Every test has its own user and bank, with one gym payment. */
beforeEach(async () => {
  bankCount += 1;
  name = `bank${bankCount}-item`;
  item = bank.item(name);
  item.accounts = [{ account_id: account(), name: 'Everyday', mask: '0001' }];
  item.script({ added: [row('april')] });
  setStreams(stream('gym'));
  client = await signUpPaid(server);
  await link(name);
});

async function sync(...added: ScriptedRow[]) {
  item.script({ added });
  const { id: userId } = await client.request('GET /user/me');
  const { link_tokens } = await client.request('GET /plaid/link/items');
  const itemId = link_tokens.find(({ item_id }) => item_id === name)?.id ?? '';
  await syncItem(server.services, { userId, itemId });
  return (await client.request('GET /user/sync')).items.find(({ item_id }) => item_id === name);
}
const listStreams = () => client.request('POST /user/plaid/recurring_txs');
const findOnlyStream = async () => {
  const { recurring, ended } = await listStreams();
  expect(recurring.length + ended.length).toBe(1);
  const [single] = [...recurring, ...ended];
  if (single === undefined) throw new Error('There is no stream');
  return single;
};
const updateStream = (id: string, body: object) =>
  client.request('PATCH /user/recurringtx/:id', { params: { id }, body });
const findStreamOfRow = async (transaction_id: string) => {
  const { transactions } = await client.request('POST /user/transactions/v2', { body: {} });
  return transactions.find((each) => each.transaction_id === `${name}:${transaction_id}`)
    ?.recurring_stream_id;
};

describe('a stream', () => {
  test("keeps the user's settings when the bank changes it", async () => {
    const { stream_id: id } = await findOnlyStream();
    await updateStream(id, { name: 'Climbing', kind: 'subscription', confirmed: true });
    setStreams(
      stream('gym', {
        last_amount: { amount: 15, iso_currency_code: 'USD', unofficial_currency_code: null },
        description: 'GYM DUES',
        last_date: '2026-05-14',
        predicted_next_date: null,
        transaction_ids: [`${name}:april`, `${name}:may`],
      }),
    );
    await sync(row('may', '2026-05-14'));
    expect(await findOnlyStream()).toMatchObject({
      stream_id: id,
      name: 'Climbing',
      kind: 'subscription',
      confirmed: true,
      description: 'GYM DUES',
      last_amount: { amount: 15 },
      predicted_next_date: '2026-06-14',
    });
    expect(await findStreamOfRow('may')).toBe(id);
  });

  test('that the bank no longer reports is tombstoned, keeps its payments, and returns unchanged', async () => {
    const { stream_id: id } = await findOnlyStream();
    await updateStream(id, { name: 'Climbing' });
    setStreams();
    await sync();
    expect(await findOnlyStream()).toMatchObject({
      stream_id: id,
      status: 'tombstoned',
      name: 'Climbing',
    });
    expect(await findStreamOfRow('april')).toBe(id);
    setStreams(stream('gym'));
    await sync();
    expect(await findOnlyStream()).toMatchObject({
      stream_id: id,
      status: 'active',
      name: 'Climbing',
    });
  });

  test('that was dismissed stays dismissed', async () => {
    const { stream_id: id } = await findOnlyStream();
    await updateStream(id, { dismissed: true });
    await sync();
    expect(await findOnlyStream()).toMatchObject({ stream_id: id, dismissed: true });
    expect((await listStreams()).recurring).toEqual([]);
  });

  test('keeps its identity when its id changes at the bank', async () => {
    const { stream_id: id } = await findOnlyStream();
    await updateStream(id, { dismissed: true });
    setStreams(stream('renamed'), stream('other', { description: 'PAPER', transaction_ids: [] }));
    await sync();
    const { recurring, ended } = await listStreams();
    expect(recurring).toMatchObject([{ description: 'PAPER', dismissed: false }]);
    expect(ended).toMatchObject([{ stream_id: id, description: 'GYM', dismissed: true }]);
    expect(await findStreamOfRow('april')).toBe(id);
  });

  test('stays with its account when the bank is linked again', async () => {
    const { stream_id: id } = await findOnlyStream();
    await updateStream(id, { name: 'Climbing' });
    item.removed = true;
    await sync();
    const institution = name.split('-')[0];
    name = `${institution}-again`;
    item = bank.item(name);
    item.accounts = [{ account_id: account(), name: 'Everyday', mask: '0001' }];
    item.script({ added: [{ ...row('april'), name: `${institution}-item:april` }] });
    setStreams(stream('gym'));
    await link(name);
    expect(await findOnlyStream()).toMatchObject({
      stream_id: id,
      name: 'Climbing',
      status: 'active',
    });
    expect(await findStreamOfRow('april')).toBe(id);
  });

  test('loses a transaction that the bank assigns to another stream', async () => {
    const { stream_id: id } = await findOnlyStream();
    setStreams(stream('gym', { transaction_ids: [] }), stream('paper', { description: 'PAPER' }));
    await sync();
    expect(await findStreamOfRow('april')).not.toBe(id);
    expect(await findStreamOfRow('april')).toBeDefined();
  });

  test('gets a transaction that arrives after the stream', async () => {
    setStreams(stream('gym', { transaction_ids: [`${name}:april`, `${name}:late`] }));
    await sync();
    await sync(row('late', '2026-05-10'));
    expect(await findStreamOfRow('late')).toBe((await findOnlyStream()).stream_id);
  });
});

describe('a bank that returns no usable streams', () => {
  test.each([
    ['does not support the add-on', 'PRODUCTS_NOT_SUPPORTED'],
    ['is not ready', 'PRODUCT_NOT_READY'],
    ['requires a new sign-in', 'ITEM_LOGIN_REQUIRED'],
    ['rejects a field', 'INVALID_FIELD'],
  ])(
    'because it %s does not fail the sync, and the stored streams are kept',
    async (_reason, code) => {
      const before = await findOnlyStream();
      item.streams = code;
      expect(await sync(row('may', '2026-05-14'))).toMatchObject({ state: 'ok', error: null });
      expect(await findOnlyStream()).toEqual(before);
      const { transactions } = await client.request('POST /user/transactions/v2', { body: {} });
      expect(transactions).toHaveLength(2);
    },
  );

  test.each([
    ['no streams at all', {}],
    ['a stream without amounts', { inflow_streams: [{ stream_id: 'x' }], outflow_streams: [] }],
    ['an invalid day', null],
  ])('but responds with %s does not fail the sync either', async (_case, response) => {
    const before = await findOnlyStream();
    // The cast lets the test send an invalid response.
    item.streams = (response ?? {
      inflow_streams: [],
      outflow_streams: [stream('gym', { first_date: 'soon' })],
    }) as ScriptedItem['streams'];
    expect(await sync(row('may', '2026-05-14'))).toMatchObject({ state: 'ok', error: null });
    expect(await findOnlyStream()).toEqual(before);
  });
});

test('deleting the accounts of a bank deletes its streams', async () => {
  const { id } = await client.request('GET /user/me');
  await queryDatabase(server, 'delete from accounts where user_id = $1', [id]);
  expect(
    await queryDatabase(server, 'select 1 from stream_transactions where user_id = $1', [id]),
  ).toEqual([]);
});
