import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listActivity } from '../../../../../tests/support/database/database-queries.ts';
import { waitForMail } from '../../../../../tests/support/mail/mail.ts';
import {
  createBuyer,
  createPayingBuyer,
  daysUntil,
} from '../../../../../tests/support/payments/buyer.ts';
import {
  createSubscriptionEvents,
  nowInSeconds,
  secondsPerDay,
  startPayments,
} from '../../../../../tests/support/payments/payments.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { openEventStream } from '../../../../../tests/support/requests/event-stream.ts';

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
  test('returns the state none for a user who never bought anything', async () => {
    const buyer = await createBuyer(payments);
    expect(await buyer.subscription()).toEqual({
      plan: null,
      state: 'none',
      until: null,
      end_reason: null,
      payment: null,
      manageable: false,
      banks_unlinked_at: null,
    });
  });

  test('returns when a yearly subscription renews, and publishes the change to open pages', async () => {
    const buyer = await createBuyer(payments);
    const stream = await openEventStream(buyer.client);
    await stream.waitFor(({ data }) => data.subscription_status === 'free');
    await buyer.trigger('complete', { plan: 'yearly' });
    await stream.waitFor(({ data }) => data.subscription_status === 'paid');
    const subscription = await buyer.subscription();
    expect(subscription).toMatchObject({
      plan: 'yearly',
      state: 'active',
      end_reason: null,
      payment: null,
      manageable: true,
    });
    expect([365, 366]).toContain(daysUntil(subscription.until));
    // Access stays the same, but open pages must show the new state.
    await buyer.trigger('cancel', { at_period_end: true });
    await stream.waitFor(({ name }) => name === 'subscription');
    stream.close();
    expect(await listActivity(buyer.client, server)).toContain('subscribed');
  });

  test('returns no end for a lifetime plan', async () => {
    const buyer = await createPayingBuyer(payments, 'lifetime');
    expect(await buyer.subscription()).toMatchObject({
      plan: 'lifetime',
      state: 'active',
      until: null,
      manageable: true,
    });
  });

  test.each(['yearly', 'lifetime'] as const)(
    'returns a pending %s payment by a slow payment method, and gives access once it is paid',
    async (plan) => {
      const buyer = await createPayingBuyer(payments, plan, { payment_status: 'unpaid' });
      expect(await buyer.subscription()).toMatchObject({
        plan: null,
        state: 'none',
        payment: 'pending',
        manageable: false,
      });
      expect(await buyer.hasPaidAccess()).toBe(false);
      await buyer.trigger('pay');
      expect(await buyer.subscription()).toMatchObject({
        plan,
        state: 'active',
        payment: null,
      });
      expect(await buyer.hasPaidAccess()).toBe(true);
    },
  );

  test.each(['yearly', 'lifetime'] as const)(
    'sends an email about a failed %s payment, and returns the failure until another payment succeeds',
    async (plan) => {
      const buyer = await createPayingBuyer(payments, plan, { payment_status: 'unpaid' });
      await buyer.trigger('fail');
      expect(await buyer.subscription()).toMatchObject({ state: 'none', payment: 'failed' });
      expect(await buyer.hasPaidAccess()).toBe(false);
      const mail = await waitForMail(server, buyer.email, 'payment for Cairn failed');
      expect(mail.text).toContain('Nothing was charged');
      await buyer.trigger('complete', { plan });
      expect(await buyer.subscription()).toMatchObject({ state: 'active', payment: null });
    },
  );

  test('returns when the banks of a lapsed user are unlinked', async () => {
    const buyer = await createPayingBuyer(payments, 'yearly');
    await buyer.client.linkBank({ username: 'user_good', password: 'pass_good' });
    expect((await buyer.subscription()).banks_unlinked_at).toBeNull();
    await buyer.trigger('cancel');
    const { state, until, banks_unlinked_at } = await buyer.subscription();
    expect(state).toBe('ended');
    expect(Date.parse(banks_unlinked_at ?? '') - Date.parse(until ?? '')).toBe(
      30 * secondsPerDay * 1_000,
    );
    // The state in which a job leaves an item after it has unlinked the banks of lapsed users.
    await payments.database.query(
      `update items set health = 'removed', sync_error = 'removed', access_token_sealed = '' where user_id = $1`,
      [buyer.id],
    );
    expect((await buyer.subscription()).banks_unlinked_at).toBeNull();
  });
});

describe('a trial', () => {
  test('gives access until its end if it continues at our price', async () => {
    const buyer = await createBuyer(payments);
    const events = createSubscriptionEvents(buyer.id);
    const trialEnd = nowInSeconds() + 14 * secondsPerDay;
    const trial = { status: 'trialing', trial_end: trialEnd };
    const nothingToPay = { payment_status: 'no_payment_required', amount_total: 0 };
    await payments.deliverAndProcess(events.checkout(nothingToPay));
    expect(await buyer.hasPaidAccess()).toBe(false);
    await payments.deliverAndProcess(
      events.updated(nowInSeconds(), { ...trial, items: events.period(nowInSeconds(), trialEnd) }),
    );
    const subscription = await buyer.subscription();
    expect(subscription.state).toBe('active');
    expect(daysUntil(subscription.until)).toBe(14);
    expect(await buyer.hasPaidAccess()).toBe(true);
  });
});

test('a subscription that changes to another price gives no access', async () => {
  const buyer = await createBuyer(payments);
  const events = createSubscriptionEvents(buyer.id);
  const items = events.period(nowInSeconds(), nowInSeconds() + 365 * secondsPerDay);
  await payments.deliverAndProcess(events.checkout());
  expect(await buyer.hasPaidAccess()).toBe(true);
  const cheap = { ...items.data[0], price: { ...items.data[0]?.price, unit_amount: 100 } };
  await payments.deliverAndProcess(events.updated(nowInSeconds(), { items: { data: [cheap] } }));
  expect(await buyer.hasPaidAccess()).toBe(false);
});

test('a payment for another user gives access to that user only', async () => {
  const [payer, other] = [await createBuyer(payments), await createBuyer(payments)];
  const own = createSubscriptionEvents(payer.id);
  await payments.deliverAndProcess(own.checkout());
  const gift = createSubscriptionEvents(other.id);
  const { customer } = own.checkout().data.object as { customer?: string };
  await payments.deliverAndProcess(
    gift.checkout({ customer }),
    gift.updated(nowInSeconds(), { customer }),
  );
  await payments.deliverAndProcess(own.deleted(nowInSeconds()));
  expect(await other.subscription()).toMatchObject({ plan: 'yearly', state: 'active' });
  expect(await payer.subscription()).toMatchObject({ state: 'ended' });
});

describe('POST /billing/portal', () => {
  test('returns a portal URL that leads back to the profile', async () => {
    const buyer = await createPayingBuyer(payments, 'lifetime');
    const { url } = await buyer.client.request('POST /billing/portal');
    const html = await (await fetch(url)).text();
    expect(html).toContain(`href="${server.services.settings.publicUrl}/profile"`);
    // Each request creates a new portal session.
    expect((await buyer.client.request('POST /billing/portal')).url).not.toBe(url);
  });

  test('responds 404 to a user who has bought nothing', async () => {
    const buyer = await createBuyer(payments);
    expect((await buyer.client.call('POST /billing/portal')).problem).toMatchObject({
      status: 404,
      detail: "There's nothing to manage: you haven't bought anything yet.",
    });
  });

  test('responds 502 while the provider is unavailable', async () => {
    const buyer = await createPayingBuyer(payments, 'yearly');
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
