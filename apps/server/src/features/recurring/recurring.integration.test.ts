import type { CallReply } from '@cairn/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  recurringClock,
  recurringPerson,
  recurringToday,
} from '../../../../../tests/support/recurring-person.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { askDatabase } from '../../../../../tests/support/user-rows.ts';

type Stream = CallReply<'PATCH /user/recurringtx/:id'>;

let server: TestServer;
let client: TestClient;
let itemId: string;

beforeAll(async () => {
  server = await startTestServer({
    clock: recurringClock,
    sandboxEnvironment: { SANDBOX_TODAY: recurringToday },
  });
  client = await signUpPaid(server);
  itemId = await client.link(recurringPerson);
});
afterAll(() => server.stop());

const list = (headers?: Record<string, string>) =>
  client.reply('POST /user/plaid/recurring_txs', headers === undefined ? {} : { headers });
const names = (streams: Stream[]) => streams.map(({ description }) => description);
const days = (streams: Stream[]) =>
  streams.map((one) => `${one.description} ${one.predicted_next_date}`);

async function idOf(name: string): Promise<string> {
  const { recurring, ended } = await list();
  return [...recurring, ...ended].find(({ description }) => description === name)?.stream_id ?? '';
}
const change = async (name: string, body: object) =>
  client.call('PATCH /user/recurringtx/:id', { params: { id: await idOf(name) }, body });
const changed = async (name: string, body: object) => (await change(name, body)).body;

describe('POST /user/plaid/recurring_txs', () => {
  test('has every active stream in recurring, and what is over in ended', async () => {
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

  test('has what is due this month in upcoming, a row for each day, overdue ones first', async () => {
    const { upcoming } = await list();
    expect(days(upcoming)).toEqual([
      'CLOUD 2026-05-05',
      'GYM 2026-05-10',
      'VEG BOX 2026-05-20',
      'PAY 2026-05-22',
      'RENT 2026-05-25',
      'VEG BOX 2026-05-27',
    ]);
    expect(names(upcoming.filter(({ overdue }) => overdue))).toEqual(['CLOUD', 'GYM']);
  });

  test('has in later what is due after this month', async () => {
    const { later } = await list();
    expect(days(later)).toEqual(['INSURANCE 2026-06-20']);
  });

  test('has in paid each payment of this month on its own day, and not on the day it posted', async () => {
    const { paid, recurring, ended } = await list();
    const nameOf = (id: string) => recurring.find(({ stream_id }) => stream_id === id)?.description;
    expect(paid.map(({ stream_id, day, amount }) => [nameOf(stream_id), day, amount])).toEqual([
      ['VEG BOX', '2026-05-05', 28.5],
      ['PAY', '2026-05-08', -2_600],
      ['VEG BOX', '2026-05-13', 28.5],
      ['WASTE', '2026-05-14', 78],
    ]);
    const lastOf = (name: string) =>
      [...recurring, ...ended].find(({ description }) => description === name)?.last_date;
    expect([lastOf('VEG BOX'), lastOf('FILM CLUB')]).toEqual(['2026-05-13', '2025-12-08']);
  });

  test('leaves out of both what has not come for ten days, and what cannot be predicted', async () => {
    const { recurring } = await list();
    const day = (name: string) =>
      recurring.find(({ description }) => description === name)?.predicted_next_date;
    expect([day('PAPER'), day('WASTE')]).toEqual([null, null]);
  });

  test('says what is still to be paid this month', async () => {
    const { estimated_remaining, not_counted } = await list();
    expect([estimated_remaining, not_counted]).toEqual([1_610.99, 0]);
  });

  test('goes by the day where the person is', async () => {
    // At noon UTC it is the 16th already on Kiritimati: the 5th is eleven days ago.
    const there = await list({ 'x-time-zone': 'Pacific/Kiritimati' });
    expect(days(there.upcoming)[0]).toBe('GYM 2026-05-10');
    expect(names(there.recurring)).toContain('CLOUD');
  });

  test('says amounts and words as the bank does', async () => {
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
  test('has the stream, its account and every payment, newest first', async () => {
    const { tx, account, payments } = await client.reply('GET /user/recurringtx/:id', {
      params: { id: await idOf('RENT') },
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

  test('is where a transaction of a stream leads; one of none leads nowhere', async () => {
    const { transactions } = await client.reply('POST /user/transactions/v2', { body: {} });
    const of = (name: string) => transactions.find((row) => row.name === name);
    expect(of('GYM')?.recurring_stream_id).toBe(await idOf('GYM'));
    expect(of('ONE-OFF')).not.toHaveProperty('recurring_stream_id');
  });

  test.each(['', 'rent', '0190a0a0-0000-7000-8000-00000000dead'])('404 for %j', async (id) => {
    expect((await client.call('GET /user/recurringtx/:id', { params: { id } })).status).toBe(404);
  });
});

describe('PATCH /user/recurringtx/:id', () => {
  test('names a stream, and takes the name away again', async () => {
    expect(await changed('RENT', { name: '  The flat ' })).toMatchObject({ name: 'The flat' });
    expect((await list()).recurring.map(({ name }) => name)).toContain('The flat');
    expect(await changed('RENT', { name: '' })).toMatchObject({ name: null });
  });

  test('says what a stream is, and that it is one', async () => {
    expect(await changed('GYM', { kind: 'subscription', confirmed: true })).toMatchObject({
      kind: 'subscription',
      confirmed: true,
    });
    expect(await changed('GYM', { kind: null })).toMatchObject({ kind: null, confirmed: true });
    expect(await changed('GYM', {})).toMatchObject({ confirmed: true });
  });

  test('dismisses a stream, which is undone', async () => {
    const before = await list();
    expect(await changed('RENT', { dismissed: true })).toMatchObject({
      dismissed: true,
      predicted_next_date: null,
    });
    const without = await list();
    expect(names(without.recurring)).not.toContain('RENT');
    expect(names(without.upcoming)).not.toContain('RENT');
    expect(names(without.ended)).toContain('RENT');
    expect(without.estimated_remaining).toBe(110.99);
    await changed('RENT', { dismissed: false });
    expect(await list()).toEqual(before);
  });

  test('what was said outlives the next sync', async () => {
    await changed('WASTE', { name: 'Bins', kind: 'bill', confirmed: true });
    await changed('PAPER', { dismissed: true });
    await server.sandbox.control(`items/${itemId}/activity`, {
      transactions: [{ amount: 3, description: 'Something new' }],
    });
    await client.reply('POST /user/plaid/sync_transactions');
    await client.syncIdle();
    const { recurring, ended } = await list();
    expect(recurring.find(({ description }) => description === 'WASTE')).toMatchObject({
      name: 'Bins',
      kind: 'bill',
      confirmed: true,
    });
    expect(names(ended)).toContain('PAPER');
  });

  test.each([
    [{ kind: 'hobby' }, 422, /no kind 'hobby'/],
    [{ name: 'x'.repeat(81) }, 422, /at most 80 characters/],
    [{ name: 'x'.repeat(201) }, 400, /./],
    [{ confirmed: 'yes' }, 400, /./],
    [{ merchant_name: 'Mine' }, 400, /./],
  ])('%j is refused', async (body, status, detail) => {
    const answer = await change('GYM', body);
    expect(answer.status).toBe(status);
    expect(answer.problem.detail).toMatch(detail);
  });

  test('404 for what is nobody’s', async () => {
    for (const id of ['rent', '0190a0a0-0000-7000-8000-00000000dead'])
      expect(
        (await client.call('PATCH /user/recurringtx/:id', { params: { id }, body: {} })).status,
      ).toBe(404);
  });
});

test('a hidden account has nothing that repeats', async () => {
  const { id } = await client.reply('GET /user/me');

  const hide = (hidden: boolean) =>
    askDatabase(server, 'update accounts set hidden = $2 where user_id = $1', [id, hidden]);
  await hide(true);
  expect(await list()).toMatchObject({ recurring: [], upcoming: [], later: [], ended: [] });
  await hide(false);
});
