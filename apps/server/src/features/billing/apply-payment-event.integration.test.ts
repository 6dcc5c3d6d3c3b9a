import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  createSubscriptionEvents,
  fetchSubscriptionStatus,
  nowInSeconds,
  secondsPerDay,
  startPayments,
} from '../../../../../tests/support/payments/payments.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';
import { resolvePaymentEvent } from './resolve-payment-event.ts';

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

describe('the events of a subscription', () => {
  const orders = [
    ['checkout', 'updated', 'deleted'],
    ['checkout', 'deleted', 'updated'],
    ['updated', 'checkout', 'deleted'],
    ['updated', 'deleted', 'checkout'],
    ['deleted', 'checkout', 'updated'],
    ['deleted', 'updated', 'checkout'],
  ] as const;

  test.concurrent.each(orders.map((order) => ({ order })))(
    'lead to the same state in the order $order',
    async ({ order }) => {
      const { client, id } = await payments.newUser();
      const events = createSubscriptionEvents(id);
      for (const name of order) await payments.deliverAndProcess(events[name]());
      expect(await fetchSubscriptionStatus(client)).toBe('free');
      const { rows } = await payments.database.query(
        'select paid_until from users where user_id = $1',
        [id],
      );
      expect(rows[0].paid_until.getTime()).toBe(events.deleted().created * 1_000);
    },
  );

  test.concurrent.each(orders.map((order) => ({ order })))(
    'lead to the same state in the order $order if they happen within one second',
    async ({ order }) => {
      const { client, id } = await payments.newUser();
      const events = createSubscriptionEvents(id);
      const at = nowInSeconds() - secondsPerDay;
      const sameSecond = {
        checkout: events.checkout({}, at),
        updated: events.updated(at),
        deleted: events.deleted(at),
      };
      for (const name of order) await payments.deliverAndProcess(sameSecond[name]);
      expect(await fetchSubscriptionStatus(client)).toBe('free');
    },
  );

  test('lead to the same state if they arrive at once', async () => {
    const { client, id } = await payments.newUser();
    const { checkout, updated, deleted } = createSubscriptionEvents(id);
    const bodies = [deleted(), updated(), checkout()].map((event) => JSON.stringify(event));
    await Promise.all(bodies.map((body) => payments.deliver(body)));
    await payments.waitUntilProcessed();
    expect(await fetchSubscriptionStatus(client)).toBe('free');
  });

  test('take effect from when they happened, even if they arrive three days late', async () => {
    const { client, id } = await payments.newUser();
    await payments.deliverAndProcess(
      createSubscriptionEvents(id).checkout({}, nowInSeconds() - 370 * secondsPerDay),
    );
    expect(await fetchSubscriptionStatus(client)).toBe('free');
    await payments.deliverAndProcess(
      createSubscriptionEvents(id).checkout({}, nowInSeconds() - 3 * secondsPerDay),
    );
    expect(await fetchSubscriptionStatus(client)).toBe('paid');
  });
});

describe('paid access', () => {
  test('ends with the next request once the subscription is canceled', async () => {
    const { client, id } = await payments.newUser();
    await server.sandbox.control('payments/complete', { client_reference_id: id, plan: 'yearly' });
    await eventually(
      async () => (await client.call('GET /user/accounts')).status === 200,
      'access is granted',
    );
    await server.sandbox.control('payments/cancel', { client_reference_id: id });
    await eventually(
      async () => (await client.call('GET /user/accounts')).status === 403,
      'access is denied',
    );
    expect(await fetchSubscriptionStatus(client)).toBe('free');
  });

  test('lasts until the end of the period if the renewal is canceled', async () => {
    const { client, id } = await payments.newUser();
    await server.sandbox.control('payments/complete', { client_reference_id: id, plan: 'yearly' });
    await server.sandbox.control('payments/cancel', {
      client_reference_id: id,
      at_period_end: true,
    });
    await payments.waitUntilProcessed();
    expect(await fetchSubscriptionStatus(client)).toBe('paid');
  });

  test('from a lifetime plan outlasts a canceled yearly subscription', async () => {
    const { client, id } = await payments.newUser();
    await server.sandbox.control('payments/complete', { client_reference_id: id, plan: 'yearly' });
    const { checkout } = createSubscriptionEvents(id);
    const lifetime = {
      mode: 'payment',
      subscription: null,
      payment_intent: `pi_${randomUUID()}`,
      amount_total: 25_000,
    };
    await server.sandbox.control('payments/cancel', { client_reference_id: id });
    await payments.deliverAndProcess(checkout(lifetime));
    expect(await fetchSubscriptionStatus(client)).toBe('paid');
  });

  test('from two concurrent payments of one user lasts as long as the longer one', async () => {
    const { client, id } = await payments.newUser();
    const lapsed = createSubscriptionEvents(id).checkout({}, nowInSeconds() - 400 * secondsPerDay);
    const lifetime = createSubscriptionEvents(id).checkout({
      mode: 'payment',
      subscription: null,
      payment_intent: `pi_${randomUUID()}`,
      amount_total: 25_000,
    });
    const { services } = server;
    const apply = (event: object, beforeCommit?: () => Promise<unknown>) =>
      services.database.transaction(async (transaction) => {
        await applyPaymentEvent(services, transaction, await resolvePaymentEvent(services, event));
        await beforeCommit?.();
      });
    // The second event is applied before the first one commits, and has to wait for it.
    let second: Promise<void> | undefined;
    await apply(lifetime, () => {
      second = apply(lapsed);
      return eventually(async () => {
        const { rows } = await payments.database.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      }, 'the second event waits for the first');
    });
    await second;
    expect(await fetchSubscriptionStatus(client)).toBe('paid');
  });
});
