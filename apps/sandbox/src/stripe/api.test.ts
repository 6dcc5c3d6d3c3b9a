import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StripeHarness } from './events/stripe-harness.ts';

let harness: StripeHarness;

beforeEach(async () => {
  harness = await StripeHarness.start();
});
afterEach(() => harness.stop());

describe('the API, called through the official SDK', () => {
  test('sessions, customers, and subscriptions can be retrieved, listed, filtered, and expanded', async () => {
    await harness.submit('yearly');
    await harness.submit('lifetime', { client_reference_id: 'user-2' });
    const { id, subscription, customer } = harness.checkoutSession();

    const expanded = await harness.sdk.checkout.sessions.retrieve(id, {
      expand: ['subscription.customer'],
    });
    expect(expanded.subscription).toMatchObject({ id: subscription, customer: { id: customer } });
    const filtered = await harness.sdk.checkout.sessions.list({
      subscription: String(subscription),
    });
    expect(filtered.data.map((session) => session.id)).toEqual([id]);
    expect((await harness.sdk.checkout.sessions.list({ limit: 1 })).has_more).toBe(true);
    const sessionIds = [];
    for await (const session of harness.sdk.checkout.sessions.list({ limit: 1 }))
      sessionIds.push(session.id);
    expect(sessionIds).toHaveLength(2);

    const subscribed = await harness.sdk.subscriptions.retrieve(String(subscription));
    const [item] = subscribed.items.data;
    expect(item?.price.unit_amount).toBe(5000);
    const year = (item?.current_period_end ?? 0) - (item?.current_period_start ?? 0);
    expect(year / 86_400).toBeGreaterThanOrEqual(365);
    expect(await harness.sdk.customers.retrieve(String(customer))).toMatchObject({
      email: 'dana@example.com',
    });
  });

  test('a subscription can be canceled now or at the end of its period', async () => {
    await harness.submit('yearly');
    const id = String(harness.checkoutSession().subscription);
    const ending = await harness.sdk.subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending.cancel_at).toBe(ending.items.data[0]?.current_period_end);
    expect((await harness.sdk.subscriptions.cancel(id)).status).toBe('canceled');
    expect(harness.eventTypes().slice(-2)).toEqual([
      'customer.subscription.updated',
      'customer.subscription.deleted',
    ]);
    await expect(harness.sdk.subscriptions.cancel(id)).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  test('a wrong key, an unknown ID, and an unknown customer get the provider’s errors', async () => {
    const unauthorized = await harness.sandbox.inject({
      url: '/v1/customers/cus_1',
      headers: { authorization: 'Bearer sk_test_other' },
    });
    expect(unauthorized.statusCode).toBe(401);
    await expect(harness.sdk.customers.retrieve('cus_none')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
    });
    await expect(
      harness.sdk.billingPortal.sessions.create({
        customer: 'cus_none',
        return_url: harness.appUrl,
      }),
    ).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' });
  });

  test('a repeated idempotency key refunds once and is rejected for a different request', async () => {
    await harness.submit('lifetime');
    const [charge] = (await harness.sdk.charges.list()).data;
    const params = { charge: String(charge?.id), amount: 100 };
    const first = await harness.sdk.refunds.create(params, { idempotencyKey: 'k' });
    const repeated = await harness.sdk.refunds.create(params, { idempotencyKey: 'k' });
    expect(repeated.id).toBe(first.id);
    expect((await harness.sdk.charges.retrieve(params.charge)).amount_refunded).toBe(100);
    await expect(
      harness.sdk.refunds.create({ ...params, amount: 200 }, { idempotencyKey: 'k' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });
});

describe('the customer portal', () => {
  test('a customer can cancel, undo the cancellation, pay a failed renewal, and cancel immediately', async () => {
    await harness.submit('yearly');
    const portal = await harness.sdk.billingPortal.sessions.create({
      customer: String(harness.checkoutSession().customer),
      return_url: `${harness.appUrl}/profile`,
    });
    const path = new URL(portal.url).pathname;
    const submitChange = (change: string, when: string) =>
      harness.post(`${path}/${change}`, { when });

    expect((await harness.sandbox.inject(path)).body).toContain('Renews on');
    await submitChange('cancel', 'period_end');
    expect((await harness.sandbox.inject(path)).body).toContain('Your subscription ends on');
    await submitChange('renew', '');
    expect((await harness.sandbox.inject(path)).body).toContain('Renews on');
    await harness.control('fail', { client_reference_id: 'user-1' });
    expect((await harness.sandbox.inject(path)).body).toContain('with another card');
    await submitChange('pay', '');
    expect((await harness.sandbox.inject(path)).body).not.toContain('with another card');
    expect(harness.eventTypes()).toContain('invoice.payment_failed');
    await submitChange('cancel', 'now');
    expect((await harness.sandbox.inject(path)).body).toContain('Canceled on');
    expect(harness.eventTypes().slice(-3)).toEqual([
      'invoice.paid',
      'customer.subscription.updated',
      'customer.subscription.deleted',
    ]);
    expect((await harness.sandbox.inject('/stripe/portal/bps_none')).statusCode).toBe(404);
  });
});
