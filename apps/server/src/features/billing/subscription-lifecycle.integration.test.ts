import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listActivity } from '../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { listMailTo, waitForMail } from '../../../../../tests/support/mail/mail.ts';
import {
  type Buyer,
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
    const buyer = await createPayingBuyer(payments, 'yearly');
    await buyer.trigger('fail');
    await buyer.trigger('fail', { duplicate: true });
    const inGrace = await buyer.subscription();
    expect(inGrace).toMatchObject({ plan: 'yearly', state: 'grace', manageable: true });
    expect(daysUntil(inGrace.until)).toBe(7);
    expect(await buyer.hasPaidAccess()).toBe(true);
    const mail = await waitForMail(server, buyer.email, 'subscription failed');
    expect(mail.text).toContain('You keep full access until');
    expect(mail.links).toContain(`${server.services.settings.publicUrl}/profile`);

    await buyer.trigger('pay');
    const paid = await buyer.subscription();
    expect(paid.state).toBe('active');
    expect([365, 366]).toContain(daysUntil(paid.until));
    // The next failed renewal, a year later, sends another email.
    await buyer.trigger('fail');
    await waitForMail(server, buyer.email, 'subscription failed', 1);
    expect(await listMailTo(server, buyer.email)).toHaveLength(2);
    expect(await listActivity(buyer.client, server)).toEqual(
      expect.arrayContaining(['subscribed', 'payment_failed', 'subscription_renewed']),
    );
  });

  test('ends access after the grace period, without another event', async () => {
    const buyer = await createBuyer(payments);
    const events = createSubscriptionEvents(buyer.id);
    const eightDaysAgo = nowInSeconds() - 8 * secondsPerDay;
    await payments.deliverAndProcess(
      events.checkout({}, eightDaysAgo - 365 * secondsPerDay),
      events.updated(eightDaysAgo, {
        status: 'past_due',
        items: events.period(eightDaysAgo, eightDaysAgo + 365 * secondsPerDay),
      }),
    );
    expect(await buyer.subscription()).toMatchObject({
      state: 'ended',
      end_reason: 'payment_failed',
    });
    expect(await buyer.hasPaidAccess()).toBe(false);
  });
});

describe('a lifetime plan bought during a yearly subscription', () => {
  test('cancels the renewal of the subscription at the provider and keeps access', async () => {
    const buyer = await createPayingBuyer(payments, 'yearly');
    await server.sandbox.control('payments/complete', {
      client_reference_id: buyer.id,
      plan: 'lifetime',
    });
    await eventually(async () => {
      const purchases = await listPurchasesAtProvider(buyer);
      return purchases.some(({ cancel_at_period_end }) => cancel_at_period_end);
    }, 'the subscription does not renew');
    await payments.waitUntilProcessed();
    expect(await buyer.subscription()).toMatchObject({ plan: 'lifetime', state: 'active' });
    expect(await buyer.hasPaidAccess()).toBe(true);
    expect(await listMailTo(server, buyer.email)).toEqual([]);
  });
});

describe('a cancellation', () => {
  test('in the portal sends an email and keeps access until the period ends, and can be reversed', async () => {
    const buyer = await createPayingBuyer(payments, 'yearly');
    const { url } = await buyer.client.request('POST /billing/portal');
    expect(await (await fetch(url)).text()).toContain('Cancel subscription');
    const submit = async (action: string) => {
      await fetch(`${url}/${action}`, {
        method: 'POST',
        body: new URLSearchParams({ when: 'period_end' }),
      });
      await payments.waitUntilProcessed();
    };
    await submit('cancel');
    expect(await buyer.subscription()).toMatchObject({
      state: 'ending',
      end_reason: null,
    });
    expect(await buyer.hasPaidAccess()).toBe(true);
    const mail = await waitForMail(server, buyer.email, 'was canceled');
    expect(mail.text).toContain('Your subscription ends on');
    await submit('renew');
    expect(await buyer.subscription()).toMatchObject({ state: 'active' });
    expect(await listActivity(buyer.client, server)).toEqual(
      expect.arrayContaining(['subscription_ending', 'subscription_resumed']),
    );
  });

  test('with immediate effect ends access at the next request', async () => {
    const buyer = await createPayingBuyer(payments, 'yearly');
    await buyer.trigger('cancel');
    expect(await buyer.subscription()).toMatchObject({
      plan: 'yearly',
      state: 'ended',
      end_reason: 'canceled',
      manageable: true,
    });
    expect(await buyer.hasPaidAccess()).toBe(false);
  });
});

describe('a refund', () => {
  test.each(['yearly', 'lifetime'] as const)(
    'changes nothing for a %s plan if it is partial, and ends the plan if it is full',
    async (plan) => {
      const buyer = await createPayingBuyer(payments, plan);
      await buyer.trigger('refund', { amount: 100 });
      expect(await buyer.subscription()).toMatchObject({ plan, state: 'active' });
      await buyer.trigger('refund');
      expect(await buyer.subscription()).toMatchObject({
        plan,
        state: 'ended',
        end_reason: 'refunded',
      });
      expect(await buyer.hasPaidAccess()).toBe(false);
      const activity = await listActivity(buyer.client, server);
      expect(activity.filter((event) => event === 'payment_refunded')).toHaveLength(1);
    },
  );

  test('cancels the subscription at the provider, and its end reason stays refunded', async () => {
    const buyer = await createPayingBuyer(payments, 'yearly');
    await buyer.trigger('refund');
    await eventually(
      async () => (await listPurchasesAtProvider(buyer))[0]?.subscription_status === 'canceled',
      'the subscription is canceled at the provider',
    );
    await payments.waitUntilProcessed();
    expect(await buyer.subscription()).toMatchObject({
      state: 'ended',
      end_reason: 'refunded',
    });
  });

  test('of one of two purchases leaves the other unchanged', async () => {
    const buyer = await createPayingBuyer(payments, 'yearly');
    await buyer.trigger('complete', { plan: 'lifetime' });
    expect((await buyer.subscription()).plan).toBe('lifetime');
    await buyer.trigger('refund');
    expect(await buyer.subscription()).toMatchObject({ plan: 'yearly', state: 'ending' });
    expect(await buyer.hasPaidAccess()).toBe(true);
    expect(
      (await listPurchasesAtProvider(buyer)).map(({ subscription_status }) => subscription_status),
    ).toContain('active');
  });

  test('is processed once the provider reports which purchase it was for', async () => {
    const buyer = await createPayingBuyer(payments, 'yearly');
    await server.sandbox.control('faults', {
      provider: 'stripe',
      route: '/v1/invoice_payments',
      kind: 'http_500',
      times: 3,
    });
    await server.sandbox.control('payments/refund', { client_reference_id: buyer.id });
    await payments.waitUntilProcessed();
    expect((await buyer.subscription()).end_reason).toBe('refunded');
    const requests = (
      await server.sandbox.control<{ path: string; status: number }[]>('log')
    ).filter(({ path }) => path.startsWith('/v1/invoice_payments'));
    expect(requests.filter(({ status }) => status === 500)).toHaveLength(3);
  });
});

describe('a dispute', () => {
  test.each(['yearly', 'lifetime'] as const)(
    'ends the access of a %s plan, and restores the access if the dispute is won',
    async (plan) => {
      const buyer = await createPayingBuyer(payments, plan);
      await buyer.trigger('dispute');
      expect(await buyer.subscription()).toMatchObject({
        plan,
        state: 'ended',
        end_reason: 'disputed',
      });
      expect(await buyer.hasPaidAccess()).toBe(false);
      await buyer.trigger('dispute', { outcome: 'won' });
      expect(await buyer.subscription()).toMatchObject({ plan, state: 'active' });
      expect(await buyer.hasPaidAccess()).toBe(true);
    },
  );

  test('that is lost cancels the subscription at the provider', async () => {
    const buyer = await createPayingBuyer(payments, 'yearly');
    await buyer.trigger('dispute');
    expect((await listPurchasesAtProvider(buyer))[0]?.subscription_status).toBe('active');
    await buyer.trigger('dispute', { outcome: 'lost' });
    await eventually(
      async () => (await listPurchasesAtProvider(buyer))[0]?.subscription_status === 'canceled',
      'the subscription is canceled at the provider',
    );
    expect((await buyer.subscription()).end_reason).toBe('disputed');
  });
});
