import type { CallResponse } from '@cairn/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  recurringClock,
  recurringPerson,
  recurringToday,
} from '../../../../../tests/support/bank/recurring-person.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

type Stream = CallResponse<'PATCH /user/recurringtx/:id'>;

let server: TestServer;
let client: TestClient;
let itemId: string;

beforeAll(async () => {
  server = await startTestServer({
    clock: recurringClock,
    sandboxEnvironment: { SANDBOX_TODAY: recurringToday },
  });
  client = await signUpPaid(server);
  itemId = await client.linkBank(recurringPerson);
});
afterAll(() => server.stop());

const list = (headers?: Record<string, string>) =>
  client.request('POST /user/plaid/recurring_txs', headers === undefined ? {} : { headers });
const names = (streams: Stream[]) => streams.map(({ description }) => description);
const dueDays = (streams: Stream[]) =>
  streams.map((stream) => `${stream.description} ${stream.predicted_next_date}`);

async function findId(name: string): Promise<string> {
  const { recurring, ended } = await list();
  return [...recurring, ...ended].find(({ description }) => description === name)?.stream_id ?? '';
}
const patch = async (name: string, body: object) =>
  client.call('PATCH /user/recurringtx/:id', { params: { id: await findId(name) }, body });
const patched = async (name: string, body: object) => (await patch(name, body)).body;

describe('POST /user/plaid/recurring_txs', () => {
  test('lists active streams in `recurring` and ended streams in `ended`', async () => {
    const { recurring, ended } = await list();
    expect(names(recurring)).toEqual([
      'CLOUD',
      'GYM',
      'INSURANCE',
      'PAPER',
      'PAY',
      'RENT',
      'VEG BOX',
      'WASTE',
    ]);
    expect(ended.map(({ description, status }) => [description, status])).toEqual([
      ['FILM CLUB', 'cancelled'],
      ['PALETTE', 'tombstoned'],
    ]);
    expect(ended.every(({ is_active }) => !is_active)).toBe(true);
    expect(recurring.every(({ is_active, status }) => is_active && status === 'active')).toBe(true);
  });

  test('lists occurrences due this month in `upcoming`, one row per day, overdue ones first', async () => {
    const { upcoming } = await list();
    expect(dueDays(upcoming)).toEqual([
      'CLOUD 2026-05-05',
      'GYM 2026-05-10',
      'VEG BOX 2026-05-20',
      'PAY 2026-05-22',
      'RENT 2026-05-25',
      'VEG BOX 2026-05-27',
    ]);
    expect(names(upcoming.filter(({ overdue }) => overdue))).toEqual(['CLOUD', 'GYM']);
  });

  test('lists streams due after this month in `later`', async () => {
    const { later } = await list();
    expect(dueDays(later)).toEqual(['INSURANCE 2026-06-20']);
  });

  test("lists this month's payments in `paid`, on the transaction's day instead of the posting day", async () => {
    const { paid, recurring, ended } = await list();
    const nameOf = (id: string) => recurring.find(({ stream_id }) => stream_id === id)?.description;
    expect(paid.map(({ stream_id, day, amount }) => [nameOf(stream_id), day, amount])).toEqual([
      ['VEG BOX', '2026-05-05', 28.5],
      ['PAY', '2026-05-08', -2_600],
      ['VEG BOX', '2026-05-13', 28.5],
      ['WASTE', '2026-05-14', 78],
    ]);
    const lastDateOf = (name: string) =>
      [...recurring, ...ended].find(({ description }) => description === name)?.last_date;
    expect([lastDateOf('VEG BOX'), lastDateOf('FILM CLUB')]).toEqual(['2026-05-13', '2025-12-08']);
  });

  test('has no expected day for unpredictable streams and for those that are more than ten days overdue', async () => {
    const { recurring } = await list();
    const nextDay = (name: string) =>
      recurring.find(({ description }) => description === name)?.predicted_next_date;
    expect([nextDay('PAPER'), nextDay('WASTE')]).toEqual([null, null]);
  });

  test('returns the estimated remaining amount of this month', async () => {
    const { estimated_remaining, omitted_count } = await list();
    expect([estimated_remaining, omitted_count]).toEqual([1_610.99, 0]);
  });

  test('returns what is due in the next seven days and what subscriptions cost per month', async () => {
    const { due_soon, subscriptions } = await list();
    expect(due_soon).toMatchObject({
      until: '2026-05-22',
      total: 28.5,
      count: 1,
      omitted_count: 0,
    });
    expect(dueDays(due_soon.streams)).toEqual(['VEG BOX 2026-05-20', 'PAY 2026-05-22']);
    // CLOUD 9.99, GYM 44, and PAPER 14: active, by their category.
    expect(subscriptions).toEqual({ monthly_total: 67.99, count: 3, omitted_count: 0 });
    await patch('VEG BOX', { kind: 'subscription' });
    await patch('WASTE', { kind: 'subscription' });
    await patch('GYM', { kind: 'bill' });
    // 23.99 + 28.50 * 52 / 12. The frequency of WASTE is unknown.
    expect((await list()).subscriptions).toEqual({
      monthly_total: 147.49,
      count: 3,
      omitted_count: 1,
    });
    for (const name of ['VEG BOX', 'WASTE', 'GYM']) await patch(name, { kind: null });
  });

  test("uses the client's time zone to determine today", async () => {
    // At noon UTC it is already the 16th on Kiritimati, so the 5th is eleven days ago.
    const ahead = await list({ 'x-time-zone': 'Pacific/Kiritimati' });
    expect(dueDays(ahead.upcoming)[0]).toBe('GYM 2026-05-10');
    expect(names(ahead.recurring)).toContain('CLOUD');
  });

  test('has the amounts, frequency, and category that the bank reports', async () => {
    const { recurring } = await list();
    expect(recurring.find(({ description }) => description === 'INSURANCE')).toMatchObject({
      stream_type: 'outflow',
      last_amount: { amount: 320.1 },
      average_amount: { amount: 315.05 },
      currency: 'USD',
      frequency: 'ANNUALLY',
      last_date: '2025-06-20',
      category: 'general_services_insurance',
    });
    expect(recurring.find(({ description }) => description === 'PAY')).toMatchObject({
      stream_type: 'inflow',
      last_amount: { amount: -2_600 },
    });
  });
});

describe('GET /user/recurringtx/:id', () => {
  test('returns the stream, its account, and its payments, newest first', async () => {
    const { tx, account, payments } = await client.request('GET /user/recurringtx/:id', {
      params: { id: await findId('RENT') },
    });
    expect(tx).toMatchObject({ description: 'RENT', predicted_next_date: '2026-05-25' });
    expect(account).toMatchObject({ name: 'Everyday', account_id: tx.account_id });
    expect(payments.map(({ date, amount }) => `${date} ${amount}`)).toEqual([
      '2026-04-25 1500',
      '2026-03-25 1500',
      '2026-02-25 1450',
    ]);
    expect(payments.every((row) => row.recurring_stream_id === tx.stream_id)).toBe(true);
  });

  test('returns a stream whose id is in its own transactions and in no others', async () => {
    const { transactions } = await client.request('POST /user/transactions/v2', { body: {} });
    const findRow = (name: string) => transactions.find((row) => row.name === name);
    expect(findRow('GYM')?.recurring_stream_id).toBe(await findId('GYM'));
    expect(findRow('ONE-OFF')).not.toHaveProperty('recurring_stream_id');
  });

  test.each(['', 'rent', '0190a0a0-0000-7000-8000-00000000dead'])(
    'returns 404 for the id %j',
    async (id) => {
      expect((await client.call('GET /user/recurringtx/:id', { params: { id } })).status).toBe(404);
    },
  );
});

describe('PATCH /user/recurringtx/:id', () => {
  test("renames a stream, and restores the bank's name for an empty name", async () => {
    expect(await patched('RENT', { name: '  The flat ' })).toMatchObject({ name: 'The flat' });
    expect((await list()).recurring.map(({ name }) => name)).toContain('The flat');
    expect(await patched('RENT', { name: '' })).toMatchObject({ name: null });
  });

  test('sets the type of a stream and confirms it', async () => {
    expect(await patched('GYM', { kind: 'subscription', confirmed: true })).toMatchObject({
      kind: 'subscription',
      confirmed: true,
    });
    expect(await patched('GYM', { kind: null })).toMatchObject({ kind: null, confirmed: true });
    expect(await patched('GYM', {})).toMatchObject({ confirmed: true });
  });

  test('dismisses a stream, and undoes the dismissal', async () => {
    const before = await list();
    expect(await patched('RENT', { dismissed: true })).toMatchObject({
      dismissed: true,
      predicted_next_date: null,
    });
    const afterDismissal = await list();
    expect(names(afterDismissal.recurring)).not.toContain('RENT');
    expect(names(afterDismissal.upcoming)).not.toContain('RENT');
    expect(names(afterDismissal.ended)).toContain('RENT');
    expect(afterDismissal.estimated_remaining).toBe(110.99);
    await patched('RENT', { dismissed: false });
    expect(await list()).toEqual(before);
  });

  test('a stream is confirmed, dismissed, or neither', async () => {
    const decision = async (body: object) => {
      const { confirmed, dismissed } = await patched('RENT', body);
      return { confirmed, dismissed };
    };
    const neither = { confirmed: false, dismissed: false };
    expect(await decision({ confirmed: true })).toEqual({ confirmed: true, dismissed: false });
    expect(await decision({ dismissed: true })).toEqual({ confirmed: false, dismissed: true });
    expect(await decision({ name: 'Home' })).toEqual({ confirmed: false, dismissed: true });
    expect(await decision({ confirmed: true })).toEqual({ confirmed: true, dismissed: false });
    expect(await decision({ dismissed: false })).toEqual({ confirmed: true, dismissed: false });
    expect(await decision({ confirmed: false })).toEqual(neither);
    const both = await patch('RENT', { confirmed: true, dismissed: true });
    expect(both.status).toBe(422);
    expect(both.problem.detail).toBe(
      'A recurring payment can be confirmed or dismissed, not both.',
    );
    expect(await decision({ name: '' })).toEqual(neither);
  });

  test('the response to a change has the last payment day, as the list does', async () => {
    const listed = (await list()).recurring.find(({ description }) => description === 'VEG BOX');
    expect(await patched('VEG BOX', {})).toEqual(listed);
    expect(listed?.last_date).toBe('2026-05-13');
  });

  test("the user's changes survive the next sync", async () => {
    await patched('WASTE', { name: 'Bins', kind: 'bill', confirmed: true });
    await patched('PAPER', { dismissed: true });
    await server.sandbox.control(`items/${itemId}/activity`, {
      transactions: [{ amount: 3, description: 'Something new' }],
    });
    await client.request('POST /user/plaid/sync_transactions');
    await client.waitForSyncs();
    const { recurring, ended } = await list();
    expect(recurring.find(({ description }) => description === 'WASTE')).toMatchObject({
      name: 'Bins',
      kind: 'bill',
      confirmed: true,
    });
    expect(names(ended)).toContain('PAPER');
  });

  test.each([
    [{ kind: 'hobby' }, 422, /Unknown type 'hobby'/],
    [{ name: 'x'.repeat(81) }, 422, /at most 80 characters/],
    [{ name: 'x'.repeat(201) }, 400, /./],
    [{ confirmed: 'yes' }, 400, /./],
    [{ merchant_name: 'Mine' }, 400, /./],
  ])('%j is rejected', async (body, status, detail) => {
    const response = await patch('GYM', body);
    expect(response.status).toBe(status);
    expect(response.problem.detail).toMatch(detail);
  });

  test('returns 404 for an unknown stream', async () => {
    for (const id of ['rent', '0190a0a0-0000-7000-8000-00000000dead'])
      expect(
        (await client.call('PATCH /user/recurringtx/:id', { params: { id }, body: {} })).status,
      ).toBe(404);
  });
});

test('a hidden account has no streams', async () => {
  const { accounts } = await client.request('GET /user/accounts');
  const setHidden = async (hidden: boolean) => {
    for (const { account_id } of accounts)
      await client.request('PATCH /user/accounts/:id', {
        params: { id: account_id },
        body: { hidden },
      });
  };
  await setHidden(true);
  expect(await list()).toMatchObject({ recurring: [], upcoming: [], later: [], ended: [] });
  await setHidden(false);
});
