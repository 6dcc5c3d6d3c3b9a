import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Buyer, buyerOf, daysUntil, newBuyer } from '../../../../../tests/support/buyer.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { mailAbout, mailsTo } from '../../../../../tests/support/mail.ts';
import {
  day,
  seconds,
  startPayments,
  subscriptionOf,
} from '../../../../../tests/support/payments.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { activityOf } from '../../../../../tests/support/user-rows.ts';

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
afterEach(() => server.sandbox.control('faults/clear', {}));

const listPurchasesAtProvider = async ({ id }: Buyer) =>
  (
    await server.sandbox.control<
      {
        client_reference_id: string;
        subscription_status: string | null;
        cancel_at_period_end: boolean;
      }[]
    >('payments')
  ).filter(({ client_reference_id }) => client_reference_id === id);

describe('a failed renewal', () => {
  test('starts a grace period of a week, sends one email, and is resolved by a payment', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    await buyer.happens('fail');
    await buyer.happens('fail', { duplicate: true });
    const inGrace = await buyer.subscription();
    expect(inGrace).toMatchObject({ plan: 'yearly', state: 'grace', manageable: true });
    expect(daysUntil(inGrace.until)).toBe(7);
    expect(await buyer.isOpen()).toBe(true);
    const mail = await mailAbout(server, buyer.email, 'subscription failed');
    expect(mail.text).toContain('You keep full access until');
    expect(mail.links).toContain(`${server.services.settings.publicUrl}/profile`);

    await buyer.happens('pay');
    const paid = await buyer.subscription();
    expect(paid.state).toBe('active');
    expect([365, 366]).toContain(daysUntil(paid.until));
    // The next failed renewal, a year later, sends another email.
    await buyer.happens('fail');
    await mailAbout(server, buyer.email, 'subscription failed', 1);
    expect(await mailsTo(server, buyer.email)).toHaveLength(2);
    expect(await activityOf(buyer.client, server)).toEqual(
      expect.arrayContaining(['subscribed', 'payment_failed', 'subscription_renewed']),
    );
  });

  test('ends access after the grace period, without another event', async () => {
    const buyer = await newBuyer(payments);
    const events = subscriptionOf(buyer.id);
    const eightDaysAgo = seconds() - 8 * day;
    await payments.take(
      events.checkout({}, eightDaysAgo - 365 * day),
      events.updated(eightDaysAgo, {
        status: 'past_due',
        items: events.period(eightDaysAgo, eightDaysAgo + 365 * day),
      }),
    );
    expect(await buyer.subscription()).toMatchObject({
      state: 'ended',
      ended_because: 'payment_failed',
    });
    expect(await buyer.isOpen()).toBe(false);
  });
});

describe('a lifetime bought during a yearly subscription', () => {
  test('cancels the renewal of the subscription at the provider and keeps access', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    await server.sandbox.control('payments/complete', {
      client_reference_id: buyer.id,
      plan: 'lifetime',
    });
    await eventually(async () => {
      const purchases = await listPurchasesAtProvider(buyer);
      return purchases.some(({ cancel_at_period_end }) => cancel_at_period_end);
    }, 'the subscription does not renew');
    await payments.workedOff();
    expect(await buyer.subscription()).toMatchObject({ plan: 'lifetime', state: 'active' });
    expect(await buyer.isOpen()).toBe(true);
    expect(await mailsTo(server, buyer.email)).toEqual([]);
  });
});

describe('a cancellation', () => {
  test('in the portal sends an email and keeps access until its day, and can be reversed', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    const { url } = await buyer.client.reply('POST /billing/portal');
    expect(await (await fetch(url)).text()).toContain('Cancel subscription');
    const submit = async (action: string) => {
      await fetch(`${url}/${action}`, {
        method: 'POST',
        body: new URLSearchParams({ when: 'period_end' }),
      });
      await payments.workedOff();
    };
    await submit('cancel');
    expect(await buyer.subscription()).toMatchObject({
      state: 'ending',
      ended_because: null,
    });
    expect(await buyer.isOpen()).toBe(true);
    const mail = await mailAbout(server, buyer.email, 'was canceled');
    expect(mail.text).toContain('Your subscription ends on');
    await submit('renew');
    expect(await buyer.subscription()).toMatchObject({ state: 'active' });
    expect(await activityOf(buyer.client, server)).toEqual(
      expect.arrayContaining(['subscription_ending', 'subscription_kept']),
    );
  });

  test('with immediate effect ends access from the next request on', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    await buyer.happens('cancel');
    expect(await buyer.subscription()).toMatchObject({
      plan: 'yearly',
      state: 'ended',
      ended_because: 'canceled',
      manageable: true,
    });
    expect(await buyer.isOpen()).toBe(false);
  });
});

describe('a refund', () => {
  test.each(['yearly', 'lifetime'] as const)(
    'changes nothing for a %s plan if it is partial, and ends it if it is full',
    async (plan) => {
      const buyer = await buyerOf(payments, plan);
      await buyer.happens('refund', { amount: 100 });
      expect(await buyer.subscription()).toMatchObject({ plan, state: 'active' });
      await buyer.happens('refund');
      expect(await buyer.subscription()).toMatchObject({
        plan,
        state: 'ended',
        ended_because: 'refunded',
      });
      expect(await buyer.isOpen()).toBe(false);
      const activity = await activityOf(buyer.client, server);
      expect(activity.filter((event) => event === 'payment_refunded')).toHaveLength(1);
    },
  );

  test('cancels a subscription at the provider, whose end reason stays refunded', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    await buyer.happens('refund');
    await eventually(
      async () => (await listPurchasesAtProvider(buyer))[0]?.subscription_status === 'canceled',
      'the subscription is canceled at the provider',
    );
    await payments.workedOff();
    expect(await buyer.subscription()).toMatchObject({
      state: 'ended',
      ended_because: 'refunded',
    });
  });

  test('of one of two purchases leaves the other', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    await buyer.happens('complete', { plan: 'lifetime' });
    expect((await buyer.subscription()).plan).toBe('lifetime');
    await buyer.happens('refund');
    expect(await buyer.subscription()).toMatchObject({ plan: 'yearly', state: 'ending' });
    expect(await buyer.isOpen()).toBe(true);
    expect(
      (await listPurchasesAtProvider(buyer)).map(({ subscription_status }) => subscription_status),
    ).toContain('active');
  });

  test('is processed once the provider responds which purchase it was for', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    await server.sandbox.control('faults', {
      provider: 'stripe',
      route: '/v1/invoice_payments',
      kind: 'http_500',
      times: 3,
    });
    await server.sandbox.control('payments/refund', { client_reference_id: buyer.id });
    await payments.workedOff();
    expect((await buyer.subscription()).ended_because).toBe('refunded');
    const requests = (
      await server.sandbox.control<{ path: string; status: number }[]>('log')
    ).filter(({ path }) => path.startsWith('/v1/invoice_payments'));
    expect(requests.filter(({ status }) => status === 500)).toHaveLength(3);
  });
});

describe('a dispute', () => {
  test.each(['yearly', 'lifetime'] as const)(
    'ends access of a %s plan, and restores it if it is won',
    async (plan) => {
      const buyer = await buyerOf(payments, plan);
      await buyer.happens('dispute');
      expect(await buyer.subscription()).toMatchObject({
        plan,
        state: 'ended',
        ended_because: 'disputed',
      });
      expect(await buyer.isOpen()).toBe(false);
      await buyer.happens('dispute', { outcome: 'won' });
      expect(await buyer.subscription()).toMatchObject({ plan, state: 'active' });
      expect(await buyer.isOpen()).toBe(true);
    },
  );

  test('that is lost cancels the subscription at the provider', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    await buyer.happens('dispute');
    expect((await listPurchasesAtProvider(buyer))[0]?.subscription_status).toBe('active');
    await buyer.happens('dispute', { outcome: 'lost' });
    await eventually(
      async () => (await listPurchasesAtProvider(buyer))[0]?.subscription_status === 'canceled',
      'the subscription is canceled at the provider',
    );
    expect((await buyer.subscription()).ended_because).toBe('disputed');
  });
});
