import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  seconds,
  sign,
  startPayments,
  subscriptionOf,
  subscriptionStatus,
} from '../../../../../tests/support/payments.ts';
import { expectProblem } from '../../../../../tests/support/raw-request.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';

let server: TestServer;
let payments: ReturnType<typeof startPayments>;
beforeAll(async () => {
  server = await startTestServer();
  payments = startPayments(server);
});
afterAll(async () => {
  await payments.stop();
  await server.stop();
});

const storedEvents = async (id: string) =>
  (await payments.database.query('select 1 from webhook_events where event_id = $1', [id])).rows
    .length;

describe('POST /webhooks/stripe', () => {
  test('takes a signed event, stores it, and a payment opens everything', async () => {
    const { client, id } = await payments.newUser();
    const event = subscriptionOf(id).checkout();
    const answer = await payments.deliver(JSON.stringify(event));
    expect([answer.status, answer.text]).toEqual([200, '{"received":true}']);
    expect(await storedEvents(event.id)).toBe(1);
    await payments.workedOff();
    expect(await subscriptionStatus(client)).toBe('paid');
  });

  test.each<[string, (body: string) => string]>([
    ['unsigned', () => ''],
    ['signed with another key', (body) => sign(body, seconds(), 'whsec_another')],
    ['signed more than 300 s ago', (body) => sign(body, seconds() - 301)],
    ['signed for other bytes', (body) => sign(`${body} `)],
    ['signed with nonsense', () => `t=${seconds()},v1=00`],
    ['signed under a scheme that is out of use', (body) => sign(body).replace('v1=', 'v0=')],
  ])('an event %s is refused and leaves no row', async (_what, signature) => {
    const { client, id } = await payments.newUser();
    const event = subscriptionOf(id).checkout();
    const body = JSON.stringify(event);
    expect(expectProblem(await payments.deliver(body, signature(body)), 400).code).toBe(
      'bad_signature',
    );
    expect(await storedEvents(event.id)).toBe(0);
    expect(await subscriptionStatus(client)).toBe('free');
  });

  test('a signature of almost 300 s ago still counts', async () => {
    const body = JSON.stringify(subscriptionOf(randomUUID()).checkout());
    expect((await payments.deliver(body, sign(body, seconds() - 290))).status).toBe(200);
  });

  test.concurrent.each<[string, object]>([
    ['costs another amount', { amount_total: 4_999 }],
    ['costs nothing', { amount_total: 0 }],
    ['is in another currency', { currency: 'jpy' }],
    ['is not paid yet', { payment_status: 'unpaid' }],
    ['is of another kind at this price', { mode: 'payment' }],
    ['names nobody', { client_reference_id: null }],
    ['names a user who does not exist', { client_reference_id: randomUUID() }],
    ['names what is no user', { client_reference_id: "' or 1=1" }],
  ])('a payment that %s opens nothing, and is taken off the list', async (_what, changes) => {
    const { client, id } = await payments.newUser();
    await payments.take(subscriptionOf(id).checkout(changes));
    expect(await subscriptionStatus(client)).toBe('free');
  });

  test('the same event a hundred times at once has one effect', async () => {
    const { client, id } = await payments.newUser();
    const event = subscriptionOf(id).checkout();
    const body = JSON.stringify(event);
    const answers = await Promise.all(Array.from({ length: 100 }, () => payments.deliver(body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await payments.workedOff();
    expect(await storedEvents(event.id)).toBe(1);
    const { rows } = await payments.database.query(
      'select plan from purchases where user_id = $1',
      [id],
    );
    expect(rows).toEqual([{ plan: 'yearly' }]);
    expect(await subscriptionStatus(client)).toBe('paid');
  });

  test('the payments of many people at once all count', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, payments.newUser));
    const bodies = people.map(({ id }) => JSON.stringify(subscriptionOf(id).checkout()));
    await Promise.all(bodies.map((body) => payments.deliver(body)));
    await payments.workedOff();
    for (const { client } of people) expect(await subscriptionStatus(client)).toBe('paid');
  });
});
