import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Rehearsal } from './rehearsal.ts';

let stage: Rehearsal;

beforeEach(async () => {
  stage = await Rehearsal.begin();
});
afterEach(() => stage.end());

describe('the API, through the official SDK', () => {
  test('sessions, customers and subscriptions are read, listed, narrowed and expanded', async () => {
    await stage.submit('yearly');
    await stage.submit('lifetime', { client_reference_id: 'user-2' });
    const { id, subscription, customer } = stage.session();

    const read = await stage.sdk.checkout.sessions.retrieve(id, {
      expand: ['subscription.customer'],
    });
    expect(read.subscription).toMatchObject({ id: subscription, customer: { id: customer } });
    const narrowed = await stage.sdk.checkout.sessions.list({ subscription: String(subscription) });
    expect(narrowed.data.map((one) => one.id)).toEqual([id]);
    expect((await stage.sdk.checkout.sessions.list({ limit: 1 })).has_more).toBe(true);
    const all = [];
    for await (const one of stage.sdk.checkout.sessions.list({ limit: 1 })) all.push(one.id);
    expect(all).toHaveLength(2);

    const found = await stage.sdk.subscriptions.retrieve(String(subscription));
    const [item] = found.items.data;
    expect(item?.price.unit_amount).toBe(5000);
    const year = (item?.current_period_end ?? 0) - (item?.current_period_start ?? 0);
    expect(year / 86_400).toBeGreaterThanOrEqual(365);
    expect(await stage.sdk.customers.retrieve(String(customer))).toMatchObject({
      email: 'dana@example.com',
    });
  });

  test('a subscription is ended at once or at the end of its year', async () => {
    await stage.submit('yearly');
    const id = String(stage.session().subscription);
    const ending = await stage.sdk.subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending.cancel_at).toBe(ending.items.data[0]?.current_period_end);
    expect((await stage.sdk.subscriptions.cancel(id)).status).toBe('canceled');
    expect(stage.kinds().slice(-2)).toEqual([
      'customer.subscription.updated',
      'customer.subscription.deleted',
    ]);
    await expect(stage.sdk.subscriptions.cancel(id)).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  test('a wrong key, an unknown id and a missing field are refused as by the provider', async () => {
    const stranger = await stage.sandbox.inject({
      url: '/v1/customers/cus_1',
      headers: { authorization: 'Bearer sk_test_other' },
    });
    expect(stranger.statusCode).toBe(401);
    await expect(stage.sdk.customers.retrieve('cus_none')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
    });
    await expect(
      stage.sdk.billingPortal.sessions.create({ customer: 'cus_none', return_url: stage.appUrl }),
    ).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' });
  });

  test('the same idempotency key makes one refund; another request under it is refused', async () => {
    await stage.submit('lifetime');
    const [charge] = (await stage.sdk.charges.list()).data;
    const params = { charge: String(charge?.id), amount: 100 };
    const first = await stage.sdk.refunds.create(params, { idempotencyKey: 'k' });
    const again = await stage.sdk.refunds.create(params, { idempotencyKey: 'k' });
    expect(again.id).toBe(first.id);
    expect((await stage.sdk.charges.retrieve(params.charge)).amount_refunded).toBe(100);
    await expect(
      stage.sdk.refunds.create({ ...params, amount: 200 }, { idempotencyKey: 'k' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });
});

describe('the customer portal', () => {
  test('a person cancels, thinks again, and cancels now', async () => {
    await stage.submit('yearly');
    const portal = await stage.sdk.billingPortal.sessions.create({
      customer: String(stage.session().customer),
      return_url: `${stage.appUrl}/profile`,
    });
    const path = new URL(portal.url).pathname;
    const press = (change: string, when: string) => stage.post(`${path}/${change}`, { when });

    expect((await stage.sandbox.inject(path)).body).toContain('Renews on');
    await press('cancel', 'period_end');
    expect((await stage.sandbox.inject(path)).body).toContain('Your subscription ends on');
    await press('renew', '');
    expect((await stage.sandbox.inject(path)).body).toContain('Renews on');
    await stage.control('fail', { client_reference_id: 'user-1' });
    expect((await stage.sandbox.inject(path)).body).toContain('with another card');
    await press('pay', '');
    expect((await stage.sandbox.inject(path)).body).not.toContain('with another card');
    expect(stage.kinds()).toContain('invoice.payment_failed');
    await press('cancel', 'now');
    expect((await stage.sandbox.inject(path)).body).toContain('Canceled on');
    expect(stage.kinds().slice(-3)).toEqual([
      'invoice.paid',
      'customer.subscription.updated',
      'customer.subscription.deleted',
    ]);
    expect((await stage.sandbox.inject('/stripe/portal/bps_none')).statusCode).toBe(404);
  });
});
