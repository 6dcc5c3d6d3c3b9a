import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildSandbox } from '../app.ts';
import { readSettings } from '../settings.ts';
import { Rehearsal } from './rehearsal.ts';

let stage: Rehearsal;

beforeEach(async () => {
  stage = await Rehearsal.begin();
});
afterEach(() => stage.end());

describe('/control/payments', () => {
  test('a payment is completed twice over and backwards when asked', async () => {
    const reply = await stage.control('complete', {
      client_reference_id: 'user-9',
      plan: 'yearly',
      duplicate: true,
      out_of_order: true,
    });
    expect(reply.json().events).toHaveLength(8);
    expect(stage.kinds()).toEqual(
      [
        'charge.succeeded',
        'invoice.paid',
        'customer.subscription.created',
        'checkout.session.completed',
      ].flatMap((kind) => [kind, kind]),
    );
    expect(new Set(stage.received.map((event) => event.id)).size).toBe(4);
  });

  test('a late repeat of the older event follows a cancellation that is out of order', async () => {
    await stage.control('complete', { client_reference_id: 'u', plan: 'yearly' });
    await stage.control('cancel', { client_reference_id: 'u', out_of_order: true });
    expect(stage.kinds().slice(-2)).toEqual([
      'customer.subscription.deleted',
      'customer.subscription.created',
    ]);
  });

  test('a renewal fails, a payment is refunded, a subscription runs out', async () => {
    await stage.control('complete', { client_reference_id: 'u', plan: 'yearly' });
    await stage.control('fail', { client_reference_id: 'u' });
    const failed = stage.received.find((event) => event.type === 'invoice.payment_failed');
    expect(failed?.data.object).toMatchObject({
      parent: { subscription_details: { subscription: stage.session().subscription } },
    });
    expect(stage.received.at(-1)?.data.object).toMatchObject({ status: 'past_due' });
    await stage.control('refund', { client_reference_id: 'u' });
    expect(stage.received.at(-2)?.data.object).toMatchObject({
      refunded: true,
      amount_refunded: 5000,
    });
    expect((await stage.control('refund', { client_reference_id: 'u' })).statusCode).toBe(422);
    await stage.control('cancel', { client_reference_id: 'u', at_period_end: true });
    expect(stage.received.at(-1)?.data.object).toMatchObject({ cancel_at_period_end: true });
  });

  test('a renewal that fails moves the year on, is tried again, and is paid after all', async () => {
    await stage.control('complete', { client_reference_id: 'u', plan: 'yearly' });
    const [first] = (await stage.sdk.subscriptions.list()).data;
    await stage.control('fail', { client_reference_id: 'u' });
    expect(stage.kinds().slice(-3)).toEqual([
      'customer.subscription.updated',
      'invoice.payment_failed',
      'customer.subscription.updated',
    ]);
    const [failed] = (await stage.sdk.subscriptions.list()).data;
    const [before, after] = [first?.items.data[0], failed?.items.data[0]];
    expect(failed?.status).toBe('past_due');
    // The new year begins with the failure, and a year is a year.
    expect(after?.current_period_start).toBeGreaterThanOrEqual(before?.current_period_start ?? 0);
    expect((after?.current_period_end ?? 0) - (after?.current_period_start ?? 0)).toBeGreaterThan(
      364 * 86_400,
    );
    const [moved, , past] = stage.received.slice(-3);
    expect(past?.created).toBeGreaterThan(moved?.created ?? 0);

    await stage.control('fail', { client_reference_id: 'u' });
    expect(stage.received.at(-1)?.data.object).toMatchObject({ attempt_count: 2 });
    await stage.control('pay', { client_reference_id: 'u' });
    expect(stage.kinds().slice(-3)).toEqual([
      'charge.succeeded',
      'invoice.paid',
      'customer.subscription.updated',
    ]);
    expect(stage.received.at(-1)?.data.object).toMatchObject({ status: 'active' });
    expect((await stage.control('pay', { client_reference_id: 'u' })).statusCode).toBe(422);

    // What is refunded now was paid for the second year.
    await stage.control('refund', { client_reference_id: 'u' });
    const refunded = stage.received.find(({ type }) => type === 'charge.refunded');
    const paid = stage.received.findLast(({ type }) => type === 'invoice.paid');
    const { data } = await stage.sdk.invoicePayments.list({
      payment: {
        type: 'payment_intent',
        payment_intent: Object(refunded?.data.object).payment_intent,
      },
    });
    expect(data.map(({ invoice }) => invoice)).toEqual([Object(paid?.data.object).id]);
  });

  test('the money of a slow method comes, or does not', async () => {
    for (const plan of ['yearly', 'lifetime']) {
      const unpaid = { client_reference_id: plan, plan, payment_status: 'unpaid' };
      await stage.control('complete', unpaid);
      await stage.control('pay', { client_reference_id: plan });
      expect(stage.kinds()).toContain('checkout.session.async_payment_succeeded');
      await stage.control('complete', unpaid);
      await stage.control('fail', { client_reference_id: plan });
      expect(stage.kinds().at(-1)).toBe('checkout.session.async_payment_failed');
    }
    const ended = (await stage.sdk.subscriptions.list({ status: 'incomplete_expired' })).data;
    expect(ended).toHaveLength(1);
  });

  test('a payment is disputed, and the dispute is decided once', async () => {
    await stage.control('complete', { client_reference_id: 'u', plan: 'lifetime' });
    const dispute = (more: object = {}) =>
      stage.control('dispute', { client_reference_id: 'u', ...more });
    expect((await dispute({ outcome: 'won' })).statusCode).toBe(422);
    await dispute();
    expect(stage.received.find(({ type }) => type === 'charge.dispute.created')).toMatchObject({
      data: { object: { status: 'needs_response', amount: 25_000 } },
    });
    expect((await dispute()).statusCode).toBe(422);
    expect((await dispute({ outcome: 'perhaps' })).statusCode).toBe(422);
    await dispute({ outcome: 'won' });
    expect(stage.received.at(-1)).toMatchObject({
      type: 'charge.dispute.closed',
      data: { object: { status: 'won' } },
    });
    expect((await dispute({ outcome: 'lost' })).statusCode).toBe(422);
  });

  test('an app that grants too easily is tried with an unpaid and a cheap payment', async () => {
    const odd = { payment_status: 'unpaid', amount_total: 1, currency: 'EUR' };
    await stage.control('complete', { client_reference_id: 'u', plan: 'lifetime', ...odd });
    expect(stage.session()).toMatchObject({
      payment_status: 'unpaid',
      amount_total: 1,
      currency: 'eur',
    });
    await stage.control('fail', { client_reference_id: 'u' });
    expect(stage.kinds().at(-1)).toBe('checkout.session.async_payment_failed');
  });

  test('nonsense is refused with the reason', async () => {
    for (const call of ['cancel', 'fail', 'pay', 'dispute', 'refund']) {
      const unknown = await stage.control(call, { client_reference_id: 'nobody' });
      expect(unknown.statusCode).toBe(404);
      expect((await stage.control(call, {})).statusCode).toBe(422);
    }
    const noPlan = await stage.control('complete', { client_reference_id: 'u', plan: 'weekly' });
    expect(noPlan.statusCode).toBe(422);
    expect(noPlan.json().reason).toContain('plan');
    await stage.control('complete', { client_reference_id: 'u', plan: 'lifetime' });
    expect((await stage.control('cancel', { client_reference_id: 'u' })).statusCode).toBe(422);
  });
});

test('a reset of the sandbox forgets who paid', async () => {
  const sandbox = await buildSandbox(readSettings({ APP_URL: stage.appUrl }));
  const post = (url: string, payload: object) => sandbox.inject({ method: 'POST', url, payload });
  await post('/control/payments/complete', { client_reference_id: 'u', plan: 'lifetime' });
  expect((await sandbox.inject('/control/payments')).json()).toHaveLength(1);
  await post('/control/reset', {});
  expect((await sandbox.inject('/control/payments')).json()).toEqual([]);
  await sandbox.close();
});
