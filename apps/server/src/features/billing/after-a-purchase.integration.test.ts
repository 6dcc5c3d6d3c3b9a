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

const atProvider = async ({ id }: Buyer) =>
  (
    await server.sandbox.control<
      {
        client_reference_id: string;
        subscription_status: string | null;
        cancel_at_period_end: boolean;
      }[]
    >('payments')
  ).filter(({ client_reference_id }) => client_reference_id === id);

describe('a renewal that fails', () => {
  test('leaves a week, tells so in one mail however often it is tried, and is over once paid', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    await buyer.happens('fail');
    await buyer.happens('fail', { duplicate: true });
    const failing = await buyer.subscription();
    expect(failing).toMatchObject({ plan: 'yearly', state: 'grace', manageable: true });
    expect(daysUntil(failing.until)).toBe(7);
    expect(await buyer.isOpen()).toBe(true);
    const mail = await mailAbout(server, buyer.email, 'subscription failed');
    expect(mail.text).toContain('You keep full access until');
    expect(mail.links).toContain(`${server.services.settings.publicUrl}/profile`);

    await buyer.happens('pay');
    const paid = await buyer.subscription();
    expect(paid.state).toBe('active');
    expect([365, 366]).toContain(daysUntil(paid.until));
    // The year after, it is news again.
    await buyer.happens('fail');
    await mailAbout(server, buyer.email, 'subscription failed', 1);
    expect(await mailsTo(server, buyer.email)).toHaveLength(2);
    expect(await activityOf(buyer.client, server)).toEqual(
      expect.arrayContaining(['subscribed', 'payment_failed', 'subscription_renewed']),
    );
  });

  test('locks when the week is over, without another word of the provider', async () => {
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

describe('a lifetime bought beside a year that renews', () => {
  test('lets the year end at the provider, so that it never charges again, and loses nothing', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    await server.sandbox.control('payments/complete', {
      client_reference_id: buyer.id,
      plan: 'lifetime',
    });
    await eventually(async () => {
      const bought = await atProvider(buyer);
      return bought.some(({ cancel_at_period_end }) => cancel_at_period_end);
    }, 'the year does not renew');
    await payments.workedOff();
    expect(await buyer.subscription()).toMatchObject({ plan: 'lifetime', state: 'active' });
    expect(await buyer.isOpen()).toBe(true);
    expect(await mailsTo(server, buyer.email)).toEqual([]);
  });
});

describe('a cancellation', () => {
  test('in the portal is told by mail and lasts to its day; taken back, it renews', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    const { url } = await buyer.client.reply('POST /billing/portal');
    expect(await (await fetch(url)).text()).toContain('Cancel subscription');
    const press = async (change: string) => {
      await fetch(`${url}/${change}`, {
        method: 'POST',
        body: new URLSearchParams({ when: 'period_end' }),
      });
      await payments.workedOff();
    };
    await press('cancel');
    expect(await buyer.subscription()).toMatchObject({
      state: 'ending',
      ended_because: null,
    });
    expect(await buyer.isOpen()).toBe(true);
    const mail = await mailAbout(server, buyer.email, 'was canceled');
    expect(mail.text).toContain('Your subscription ends on');
    await press('renew');
    expect(await buyer.subscription()).toMatchObject({ state: 'active' });
    expect(await activityOf(buyer.client, server)).toEqual(
      expect.arrayContaining(['subscription_ending', 'subscription_kept']),
    );
  });

  test('that counts now ends everything at the next call', async () => {
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

describe('money given back', () => {
  test.each(['yearly', 'lifetime'] as const)(
    'in part changes nothing of a %s plan, in full ends it at once',
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
      const told = await activityOf(buyer.client, server);
      expect(told.filter((event) => event === 'payment_refunded')).toHaveLength(1);
    },
  );

  test('ends a subscription at the provider too, and it stays told as refunded', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    await buyer.happens('refund');
    await eventually(
      async () => (await atProvider(buyer))[0]?.subscription_status === 'canceled',
      'it never charges again',
    );
    await payments.workedOff();
    expect(await buyer.subscription()).toMatchObject({
      state: 'ended',
      ended_because: 'refunded',
    });
  });

  test('for one of two purchases leaves the other', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    await buyer.happens('complete', { plan: 'lifetime' });
    expect((await buyer.subscription()).plan).toBe('lifetime');
    await buyer.happens('refund');
    expect(await buyer.subscription()).toMatchObject({ plan: 'yearly', state: 'ending' });
    expect(await buyer.isOpen()).toBe(true);
    expect(
      (await atProvider(buyer)).map(({ subscription_status }) => subscription_status),
    ).toContain('active');
  });

  test('is worked off as soon as the provider can be asked what it was for', async () => {
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
    const asked = (await server.sandbox.control<{ path: string; status: number }[]>('log')).filter(
      ({ path }) => path.startsWith('/v1/invoice_payments'),
    );
    expect(asked.filter(({ status }) => status === 500)).toHaveLength(3);
  });
});

describe('a dispute', () => {
  test.each(['yearly', 'lifetime'] as const)(
    'ends a %s plan, and gives it back when it is won',
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

  test('that is lost ends the subscription at the provider', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    await buyer.happens('dispute');
    expect((await atProvider(buyer))[0]?.subscription_status).toBe('active');
    await buyer.happens('dispute', { outcome: 'lost' });
    await eventually(
      async () => (await atProvider(buyer))[0]?.subscription_status === 'canceled',
      'it never charges again',
    );
    expect((await buyer.subscription()).ended_because).toBe('disputed');
  });
});
