import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Rehearsal } from './rehearsal.ts';

let stage: Rehearsal;

beforeEach(async () => {
  stage = await Rehearsal.begin();
});
afterEach(() => stage.end());

describe('the payment page', () => {
  test('a yearly plan paid by card reaches the app as signed events and sends the person back', async () => {
    const reply = await stage.submit('yearly');

    expect(reply.statusCode).toBe(303);
    expect(reply.headers.location).toBe(`${stage.appUrl}/signup/checkout`);
    expect(stage.kinds()).toEqual([
      'checkout.session.completed',
      'customer.subscription.created',
      'invoice.paid',
      'charge.succeeded',
    ]);
    expect(stage.session()).toMatchObject({
      client_reference_id: 'user-1',
      mode: 'subscription',
      payment_status: 'paid',
      amount_total: 5000,
      currency: 'usd',
      livemode: false,
    });
  });

  test('the lifetime plan is one payment of $250 without a subscription', async () => {
    await stage.submit('lifetime');
    expect(stage.kinds()).toEqual(['checkout.session.completed', 'charge.succeeded']);
    expect(stage.session()).toMatchObject({
      mode: 'payment',
      amount_total: 25000,
      subscription: null,
    });
  });

  test('the page offers what the link carried, and drops a reference that is no reference', async () => {
    const page = await stage.sandbox.inject(
      '/stripe/pay/yearly?client_reference_id=u_1&prefilled_email=a%2Bb%40example.com',
    );
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('value="a+b@example.com"');
    expect(page.body).toContain('name="client_reference_id" value="u_1"');
    expect(page.body).toContain('$50.00');

    const odd = await stage.sandbox.inject(
      '/stripe/pay/yearly?client_reference_id=%22%3E%3Cscript%3E',
    );
    expect(odd.body).toContain('name="client_reference_id" value=""');
    expect((await stage.sandbox.inject('/stripe/pay/weekly')).statusCode).toBe(404);
  });

  test.each([
    ['a declined card', { number: '4000 0000 0000 0002' }, 'Your card was declined.'],
    ['an empty account', { number: '4000 0000 0000 9995' }, 'insufficient funds'],
    ['an expired date', { expiry: '10 / 26' }, 'expiration date is in the past'],
    ['a month that is none', { expiry: '13 / 30' }, 'as MM / YY'],
    ['a mistyped number', { number: '4242 4242 4242 4241' }, 'card number is invalid'],
    ['a number that is no test card', { number: '4111 1111 1111 1111' }, 'use a test card'],
    ['a short security code', { cvc: '12' }, '3-digit security code'],
    ['no email', { email: 'dana' }, 'Enter your email address'],
  ])('%s is refused beside its field and nothing is announced', async (_what, fields, words) => {
    const reply = await stage.submit('yearly', fields);
    expect(reply.statusCode).toBe(200);
    expect(reply.body.replaceAll('&#39;', "'")).toContain(words);
    expect(reply.body).toContain('aria-invalid="true"');
    expect(stage.received).toEqual([]);
    expect((await stage.sdk.checkout.sessions.list()).data).toEqual([]);
  });

  test('pressing the button twice pays once', async () => {
    await Promise.all([
      stage.submit('lifetime', { attempt: 'same' }),
      stage.submit('lifetime', { attempt: 'same' }),
    ]);
    expect((await stage.sdk.charges.list()).data).toHaveLength(1);
  });
});

describe('delivery', () => {
  test('an event that the app refused comes again until it is taken', async () => {
    stage.answers = [500, 200, 503, 200];
    await stage.submit('lifetime');
    await expect
      .poll(() => stage.kinds())
      .toEqual(['charge.succeeded', 'checkout.session.completed']);
  });

  test('what could not be delivered is delivered by the next process', async () => {
    stage.answers = Array.from({ length: 50 }, () => 500);
    await stage.submit('lifetime');
    await stage.restart(() => {
      stage.answers = [];
      stage.received = [];
    });

    await expect
      .poll(() => stage.kinds().toSorted())
      .toEqual(['charge.succeeded', 'checkout.session.completed']);
    expect((await stage.sdk.checkout.sessions.list()).data).toHaveLength(1);
  });
});
