import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StripeHarness } from '../events/stripe-harness.ts';

let harness: StripeHarness;

beforeEach(async () => {
  harness = await StripeHarness.start();
});
afterEach(() => harness.stop());

describe('the payment page', () => {
  test('paying for the yearly plan sends signed events and redirects back to the app', async () => {
    const reply = await harness.submit('yearly');

    expect(reply.statusCode).toBe(303);
    expect(reply.headers.location).toBe(`${harness.appUrl}/signup/checkout`);
    expect(harness.eventTypes()).toEqual([
      'checkout.session.completed',
      'customer.subscription.created',
      'invoice.paid',
      'charge.succeeded',
    ]);
    expect(harness.checkoutSession()).toMatchObject({
      client_reference_id: 'user-1',
      mode: 'subscription',
      payment_status: 'paid',
      amount_total: 5000,
      currency: 'usd',
      livemode: false,
    });
  });

  test('paying for the lifetime plan is a single $250 payment without a subscription', async () => {
    await harness.submit('lifetime');
    expect(harness.eventTypes()).toEqual(['checkout.session.completed', 'charge.succeeded']);
    expect(harness.checkoutSession()).toMatchObject({
      mode: 'payment',
      amount_total: 25000,
      subscription: null,
    });
  });

  test('the form is prefilled from the payment link, and an invalid reference is dropped', async () => {
    const page = await harness.sandbox.inject(
      '/stripe/pay/yearly?client_reference_id=u_1&prefilled_email=a%2Bb%40example.com',
    );
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('value="a+b@example.com"');
    expect(page.body).toContain('name="client_reference_id" value="u_1"');
    expect(page.body).toContain('$50.00');

    const invalid = await harness.sandbox.inject(
      '/stripe/pay/yearly?client_reference_id=%22%3E%3Cscript%3E',
    );
    expect(invalid.body).toContain('name="client_reference_id" value=""');
    expect((await harness.sandbox.inject('/stripe/pay/weekly')).statusCode).toBe(404);
  });

  test.each([
    ['a declined card', { number: '4000 0000 0000 0002' }, 'Your card was declined.'],
    ['an empty account', { number: '4000 0000 0000 9995' }, 'insufficient funds'],
    ['an expired date', { expiry: '10 / 26' }, 'expiration date is in the past'],
    ['an invalid month', { expiry: '13 / 30' }, 'as MM / YY'],
    ['a mistyped number', { number: '4242 4242 4242 4241' }, 'card number is invalid'],
    ['a number other than a test card', { number: '4111 1111 1111 1111' }, 'Use a test card'],
    ['a short security code', { cvc: '12' }, '3-digit security code'],
    ['an invalid email', { email: 'dana' }, 'Enter your email address'],
  ])(
    '%s shows an error below its field and sends no event',
    async (_situation, fields, message) => {
      const reply = await harness.submit('yearly', fields);
      expect(reply.statusCode).toBe(200);
      expect(reply.body.replaceAll('&#39;', "'")).toContain(message);
      expect(reply.body).toContain('aria-invalid="true"');
      expect(harness.received).toEqual([]);
      expect((await harness.sdk.checkout.sessions.list()).data).toEqual([]);
    },
  );

  test('submitting the form twice pays once', async () => {
    await Promise.all([
      harness.submit('lifetime', { attempt: 'same' }),
      harness.submit('lifetime', { attempt: 'same' }),
    ]);
    expect((await harness.sdk.charges.list()).data).toHaveLength(1);
  });
});

describe('event delivery', () => {
  test('an event is retried until the app accepts it', async () => {
    harness.nextStatuses = [500, 200, 503, 200];
    await harness.submit('lifetime');
    await expect
      .poll(() => harness.eventTypes())
      .toEqual(['charge.succeeded', 'checkout.session.completed']);
  });

  test('an undelivered event is delivered after a restart', async () => {
    harness.nextStatuses = Array.from({ length: 50 }, () => 500);
    await harness.submit('lifetime');
    await harness.restart(() => {
      harness.nextStatuses = [];
      harness.received = [];
    });

    await expect
      .poll(() => harness.eventTypes().toSorted())
      .toEqual(['charge.succeeded', 'checkout.session.completed']);
    expect((await harness.sdk.checkout.sessions.list()).data).toHaveLength(1);
  });
});
