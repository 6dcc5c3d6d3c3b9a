import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buyerOf, daysUntil, newBuyer } from '../../../../../tests/support/buyer.ts';
import { readEvents } from '../../../../../tests/support/event-stream.ts';
import { mailAbout } from '../../../../../tests/support/mail.ts';
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

describe('GET /billing/subscription', () => {
  test('returns none for a user who never bought anything', async () => {
    const buyer = await newBuyer(payments);
    expect(await buyer.subscription()).toEqual({
      plan: null,
      state: 'none',
      until: null,
      ended_because: null,
      payment: null,
      manageable: false,
      banks_unlinked_at: null,
    });
  });

  test('returns when a yearly subscription renews, and publishes the change to open pages', async () => {
    const buyer = await newBuyer(payments);
    const stream = await readEvents(buyer.client);
    await stream.until(({ data }) => data.subscription_status === 'free');
    await buyer.happens('complete', { plan: 'yearly' });
    await stream.until(({ data }) => data.subscription_status === 'paid');
    const subscription = await buyer.subscription();
    expect(subscription).toMatchObject({
      plan: 'yearly',
      state: 'active',
      ended_because: null,
      payment: null,
      manageable: true,
    });
    expect([365, 366]).toContain(daysUntil(subscription.until));
    // Access stays the same, but open pages must show the new state.
    await buyer.happens('cancel', { at_period_end: true });
    await stream.until(({ name }) => name === 'subscription');
    stream.close();
    expect(await activityOf(buyer.client, server)).toContain('subscribed');
  });

  test('returns no end for a lifetime', async () => {
    const buyer = await buyerOf(payments, 'lifetime');
    expect(await buyer.subscription()).toMatchObject({
      plan: 'lifetime',
      state: 'active',
      until: null,
      manageable: true,
    });
  });

  test.each(['yearly', 'lifetime'] as const)(
    'returns a pending %s payment by a slow method, and access once it is paid',
    async (plan) => {
      const buyer = await buyerOf(payments, plan, { payment_status: 'unpaid' });
      expect(await buyer.subscription()).toMatchObject({
        plan: null,
        state: 'none',
        payment: 'pending',
        manageable: false,
      });
      expect(await buyer.isOpen()).toBe(false);
      await buyer.happens('pay');
      expect(await buyer.subscription()).toMatchObject({
        plan,
        state: 'active',
        payment: null,
      });
      expect(await buyer.isOpen()).toBe(true);
    },
  );

  test.each(['yearly', 'lifetime'] as const)(
    'returns a failed %s payment, and sends an email, until another one succeeds',
    async (plan) => {
      const buyer = await buyerOf(payments, plan, { payment_status: 'unpaid' });
      await buyer.happens('fail');
      expect(await buyer.subscription()).toMatchObject({ state: 'none', payment: 'failed' });
      expect(await buyer.isOpen()).toBe(false);
      const mail = await mailAbout(server, buyer.email, 'payment for Cairn failed');
      expect(mail.text).toContain('Nothing was charged');
      await buyer.happens('complete', { plan });
      expect(await buyer.subscription()).toMatchObject({ state: 'active', payment: null });
    },
  );

  test('returns when the banks of a lapsed user are unlinked', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    await buyer.client.link({ username: 'user_good', password: 'pass_good' });
    expect((await buyer.subscription()).banks_unlinked_at).toBeNull();
    await buyer.happens('cancel');
    const { state, until, banks_unlinked_at } = await buyer.subscription();
    expect(state).toBe('ended');
    expect(Date.parse(banks_unlinked_at ?? '') - Date.parse(until ?? '')).toBe(30 * day * 1_000);
    await payments.database.query(`update items set health = 'removed' where user_id = $1`, [
      buyer.id,
    ]);
    expect((await buyer.subscription()).banks_unlinked_at).toBeNull();
  });
});

describe('a trial', () => {
  test('gives access until its end if it continues at our price', async () => {
    const buyer = await newBuyer(payments);
    const events = subscriptionOf(buyer.id);
    const trialEnd = seconds() + 14 * day;
    const trial = { status: 'trialing', trial_end: trialEnd };
    const nothingToPay = { payment_status: 'no_payment_required', amount_total: 0 };
    await payments.take(events.checkout(nothingToPay));
    expect(await buyer.isOpen()).toBe(false);
    await payments.take(
      events.updated(seconds(), { ...trial, items: events.period(seconds(), trialEnd) }),
    );
    const subscription = await buyer.subscription();
    expect(subscription.state).toBe('active');
    expect(daysUntil(subscription.until)).toBe(14);
    expect(await buyer.isOpen()).toBe(true);
  });
});

test('a subscription that changes to another price gives no access', async () => {
  const buyer = await newBuyer(payments);
  const events = subscriptionOf(buyer.id);
  const items = events.period(seconds(), seconds() + 365 * day);
  await payments.take(events.checkout());
  expect(await buyer.isOpen()).toBe(true);
  const cheap = { ...items.data[0], price: { ...items.data[0]?.price, unit_amount: 100 } };
  await payments.take(events.updated(seconds(), { items: { data: [cheap] } }));
  expect(await buyer.isOpen()).toBe(false);
});

test('a payment for another user gives access to that user only', async () => {
  const [payer, other] = [await newBuyer(payments), await newBuyer(payments)];
  const own = subscriptionOf(payer.id);
  await payments.take(own.checkout());
  const gift = subscriptionOf(other.id);
  const { customer } = own.checkout().data.object as { customer?: string };
  await payments.take(gift.checkout({ customer }), gift.updated(seconds(), { customer }));
  await payments.take(own.deleted(seconds()));
  expect(await other.subscription()).toMatchObject({ plan: 'yearly', state: 'active' });
  expect(await payer.subscription()).toMatchObject({ state: 'ended' });
});

describe('POST /billing/portal', () => {
  test('returns a portal URL that leads back to the profile', async () => {
    const buyer = await buyerOf(payments, 'lifetime');
    const { url } = await buyer.client.reply('POST /billing/portal');
    const html = await (await fetch(url)).text();
    expect(html).toContain(`href="${server.services.settings.publicUrl}/profile"`);
    // Each request creates a new portal session.
    expect((await buyer.client.reply('POST /billing/portal')).url).not.toBe(url);
  });

  test('responds 404 to a user who has bought nothing', async () => {
    const buyer = await newBuyer(payments);
    expect((await buyer.client.call('POST /billing/portal')).problem).toMatchObject({
      status: 404,
      detail: "There's nothing to manage: you haven't bought anything yet.",
    });
  });

  test('responds 502 while the provider is unavailable', async () => {
    const buyer = await buyerOf(payments, 'yearly');
    await server.sandbox.control('faults', {
      provider: 'stripe',
      route: '/v1/billing_portal/sessions',
      kind: 'http_500',
      times: 3,
    });
    const { problem } = await buyer.client.call('POST /billing/portal');
    expect(problem).toMatchObject({ status: 502, code: 'provider_failed' });
    expect(problem.detail).toContain("isn't responding");
    expect((await buyer.client.call('POST /billing/portal')).status).toBe(200);
  });
});
