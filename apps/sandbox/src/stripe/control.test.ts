import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildSandbox } from '../app.ts';
import { readSettings } from '../settings.ts';
import { StripeHarness } from './events/stripe-harness.ts';

let harness: StripeHarness;

beforeEach(async () => {
  harness = await StripeHarness.start();
});
afterEach(() => harness.stop());

describe('/control/payments', () => {
  test('a completed payment sends its events twice and in reverse order on request', async () => {
    const reply = await harness.control('complete', {
      client_reference_id: 'user-9',
      plan: 'yearly',
      duplicate: true,
      out_of_order: true,
    });
    expect(reply.json().events).toHaveLength(8);
    expect(harness.eventTypes()).toEqual(
      [
        'charge.succeeded',
        'invoice.paid',
        'customer.subscription.created',
        'checkout.session.completed',
      ].flatMap((kind) => [kind, kind]),
    );
    expect(new Set(harness.received.map((event) => event.id)).size).toBe(4);
  });

  test('an out-of-order cancellation is followed by a late repeat of an older event', async () => {
    await harness.control('complete', { client_reference_id: 'u', plan: 'yearly' });
    await harness.control('cancel', { client_reference_id: 'u', out_of_order: true });
    expect(harness.eventTypes().slice(-2)).toEqual([
      'customer.subscription.deleted',
      'customer.subscription.created',
    ]);
  });

  test('a renewal can fail, a payment can be refunded once, and a subscription can be canceled at the end of its period', async () => {
    await harness.control('complete', { client_reference_id: 'u', plan: 'yearly' });
    await harness.control('fail', { client_reference_id: 'u' });
    const failed = harness.received.find((event) => event.type === 'invoice.payment_failed');
    expect(failed?.data.object).toMatchObject({
      parent: { subscription_details: { subscription: harness.checkoutSession().subscription } },
    });
    expect(harness.received.at(-1)?.data.object).toMatchObject({ status: 'past_due' });
    await harness.control('refund', { client_reference_id: 'u' });
    expect(harness.received.at(-2)?.data.object).toMatchObject({
      refunded: true,
      amount_refunded: 5000,
    });
    expect((await harness.control('refund', { client_reference_id: 'u' })).statusCode).toBe(422);
    await harness.control('cancel', { client_reference_id: 'u', at_period_end: true });
    expect(harness.received.at(-1)?.data.object).toMatchObject({ cancel_at_period_end: true });
  });

  test('a failed renewal starts a new subscription year, can fail again, and can be paid', async () => {
    await harness.control('complete', { client_reference_id: 'u', plan: 'yearly' });
    const [first] = (await harness.sdk.subscriptions.list()).data;
    await harness.control('fail', { client_reference_id: 'u' });
    expect(harness.eventTypes().slice(-3)).toEqual([
      'customer.subscription.updated',
      'invoice.payment_failed',
      'customer.subscription.updated',
    ]);
    const [failed] = (await harness.sdk.subscriptions.list()).data;
    const [before, after] = [first?.items.data[0], failed?.items.data[0]];
    expect(failed?.status).toBe('past_due');
    // The failed renewal starts the new year.
    expect(after?.current_period_start).toBeGreaterThanOrEqual(before?.current_period_start ?? 0);
    expect((after?.current_period_end ?? 0) - (after?.current_period_start ?? 0)).toBeGreaterThan(
      364 * 86_400,
    );
    const [renewed, , pastDue] = harness.received.slice(-3);
    expect(pastDue?.created).toBeGreaterThan(renewed?.created ?? 0);

    await harness.control('fail', { client_reference_id: 'u' });
    expect(harness.received.at(-1)?.data.object).toMatchObject({ attempt_count: 2 });
    await harness.control('pay', { client_reference_id: 'u' });
    expect(harness.eventTypes().slice(-3)).toEqual([
      'charge.succeeded',
      'invoice.paid',
      'customer.subscription.updated',
    ]);
    expect(harness.received.at(-1)?.data.object).toMatchObject({ status: 'active' });
    expect((await harness.control('pay', { client_reference_id: 'u' })).statusCode).toBe(422);

    // The refunded payment is the second year's.
    await harness.control('refund', { client_reference_id: 'u' });
    const refunded = harness.received.find(({ type }) => type === 'charge.refunded');
    const paid = harness.received.findLast(({ type }) => type === 'invoice.paid');
    const { data } = await harness.sdk.invoicePayments.list({
      payment: {
        type: 'payment_intent',
        payment_intent: Object(refunded?.data.object).payment_intent,
      },
    });
    expect(data.map(({ invoice }) => invoice)).toEqual([Object(paid?.data.object).id]);
  });

  test('a delayed payment can succeed or fail', async () => {
    for (const plan of ['yearly', 'lifetime']) {
      const unpaid = { client_reference_id: plan, plan, payment_status: 'unpaid' };
      await harness.control('complete', unpaid);
      await harness.control('pay', { client_reference_id: plan });
      expect(harness.eventTypes()).toContain('checkout.session.async_payment_succeeded');
      await harness.control('complete', unpaid);
      await harness.control('fail', { client_reference_id: plan });
      expect(harness.eventTypes().at(-1)).toBe('checkout.session.async_payment_failed');
    }
    const ended = (await harness.sdk.subscriptions.list({ status: 'incomplete_expired' })).data;
    expect(ended).toHaveLength(1);
  });

  test('a payment can be disputed, and the dispute can be closed once', async () => {
    await harness.control('complete', { client_reference_id: 'u', plan: 'lifetime' });
    const dispute = (fields: object = {}) =>
      harness.control('dispute', { client_reference_id: 'u', ...fields });
    expect((await dispute({ outcome: 'won' })).statusCode).toBe(422);
    await dispute();
    expect(harness.received.find(({ type }) => type === 'charge.dispute.created')).toMatchObject({
      data: { object: { status: 'needs_response', amount: 25_000 } },
    });
    expect((await dispute()).statusCode).toBe(422);
    expect((await dispute({ outcome: 'perhaps' })).statusCode).toBe(422);
    await dispute({ outcome: 'won' });
    expect(harness.received.at(-1)).toMatchObject({
      type: 'charge.dispute.closed',
      data: { object: { status: 'won' } },
    });
    expect((await dispute({ outcome: 'lost' })).statusCode).toBe(422);
  });

  test('an unpaid payment of an unusual amount and currency can be completed', async () => {
    const unusualTerms = { payment_status: 'unpaid', amount_total: 1, currency: 'EUR' };
    await harness.control('complete', {
      client_reference_id: 'u',
      plan: 'lifetime',
      ...unusualTerms,
    });
    expect(harness.checkoutSession()).toMatchObject({
      payment_status: 'unpaid',
      amount_total: 1,
      currency: 'eur',
    });
    await harness.control('fail', { client_reference_id: 'u' });
    expect(harness.eventTypes().at(-1)).toBe('checkout.session.async_payment_failed');
  });

  test('an invalid call is rejected with a reason', async () => {
    for (const call of ['cancel', 'fail', 'pay', 'dispute', 'refund']) {
      const unknown = await harness.control(call, { client_reference_id: 'nobody' });
      expect(unknown.statusCode).toBe(404);
      expect((await harness.control(call, {})).statusCode).toBe(422);
    }
    const unknownPlan = await harness.control('complete', {
      client_reference_id: 'u',
      plan: 'weekly',
    });
    expect(unknownPlan.statusCode).toBe(422);
    expect(unknownPlan.json().reason).toContain('plan');
    await harness.control('complete', { client_reference_id: 'u', plan: 'lifetime' });
    expect((await harness.control('cancel', { client_reference_id: 'u' })).statusCode).toBe(422);
  });
});

test('a sandbox reset deletes all payments', async () => {
  const sandbox = await buildSandbox(readSettings({ APP_URL: harness.appUrl }));
  const post = (url: string, payload: object) => sandbox.inject({ method: 'POST', url, payload });
  await post('/control/payments/complete', { client_reference_id: 'u', plan: 'lifetime' });
  expect((await sandbox.inject('/control/payments')).json()).toHaveLength(1);
  await post('/control/reset', {});
  expect((await sandbox.inject('/control/payments')).json()).toEqual([]);
  await sandbox.close();
});
