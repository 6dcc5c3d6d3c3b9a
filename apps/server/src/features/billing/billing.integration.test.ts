import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSubscriptionEvents,
  fetchSubscriptionStatus,
  nowInSeconds,
  signStripeBody,
  startPayments,
} from '../../../../../tests/support/payments/payments.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { expectProblem } from '../../../../../tests/support/requests/raw-request.ts';

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

const countStoredEvents = async (id: string) =>
  (await payments.database.query('select 1 from webhook_events where event_id = $1', [id])).rows
    .length;

describe('POST /webhooks/stripe', () => {
  test('stores a signed event, and a payment gives access', async () => {
    const { client, id } = await payments.newUser();
    const event = createSubscriptionEvents(id).checkout();
    const response = await payments.deliver(JSON.stringify(event));
    expect([response.status, response.text]).toEqual([200, '{"received":true}']);
    expect(await countStoredEvents(event.id)).toBe(1);
    await payments.waitUntilProcessed();
    expect(await fetchSubscriptionStatus(client)).toBe('paid');
  });

  test.each<[string, (body: string) => string]>([
    ['unsigned', () => ''],
    ['signed with another key', (body) => signStripeBody(body, nowInSeconds(), 'whsec_another')],
    ['signed more than 300 s ago', (body) => signStripeBody(body, nowInSeconds() - 301)],
    ['signed for other bytes', (body) => signStripeBody(`${body} `)],
    ['signed with nonsense', () => `t=${nowInSeconds()},v1=00`],
    ['signed under an obsolete scheme', (body) => signStripeBody(body).replace('v1=', 'v0=')],
  ])('an event %s is rejected and not stored', async (_case, signature) => {
    const { client, id } = await payments.newUser();
    const event = createSubscriptionEvents(id).checkout();
    const body = JSON.stringify(event);
    expect(expectProblem(await payments.deliver(body, signature(body)), 400).code).toBe(
      'bad_signature',
    );
    expect(await countStoredEvents(event.id)).toBe(0);
    expect(await fetchSubscriptionStatus(client)).toBe('free');
  });

  test('a signature that is almost 300 s old is accepted', async () => {
    const body = JSON.stringify(createSubscriptionEvents(randomUUID()).checkout());
    expect((await payments.deliver(body, signStripeBody(body, nowInSeconds() - 290))).status).toBe(
      200,
    );
  });

  test.concurrent.each<[string, object]>([
    ['costs another amount', { amount_total: 4_999 }],
    ['costs nothing', { amount_total: 0 }],
    ['is in another currency', { currency: 'jpy' }],
    ['is not paid yet', { payment_status: 'unpaid' }],
    ['is a one-time payment at the price of a subscription', { mode: 'payment' }],
    ['names no user', { client_reference_id: null }],
    ['names a user who does not exist', { client_reference_id: randomUUID() }],
    ['names an invalid user id', { client_reference_id: "' or 1=1" }],
  ])('a payment that %s gives no access', async (_case, changes) => {
    const { client, id } = await payments.newUser();
    await payments.deliverAndProcess(createSubscriptionEvents(id).checkout(changes));
    expect(await fetchSubscriptionStatus(client)).toBe('free');
  });

  test('one event delivered a hundred times at once has one effect', async () => {
    const { client, id } = await payments.newUser();
    const event = createSubscriptionEvents(id).checkout();
    const body = JSON.stringify(event);
    const responses = await Promise.all(Array.from({ length: 100 }, () => payments.deliver(body)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    await payments.waitUntilProcessed();
    expect(await countStoredEvents(event.id)).toBe(1);
    const { rows } = await payments.database.query(
      'select plan from purchases where user_id = $1',
      [id],
    );
    expect(rows).toEqual([{ plan: 'yearly' }]);
    expect(await fetchSubscriptionStatus(client)).toBe('paid');
  });

  test('concurrent payments of several users all count', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, payments.newUser));
    const bodies = users.map(({ id }) => JSON.stringify(createSubscriptionEvents(id).checkout()));
    await Promise.all(bodies.map((body) => payments.deliver(body)));
    await payments.waitUntilProcessed();
    for (const { client } of users) expect(await fetchSubscriptionStatus(client)).toBe('paid');
  });
});
