import { describe, expect, test } from 'vitest';
import { gracePeriod, renewalTolerance } from './plans.ts';
import { mustCancelAtProvider, purchaseAccess } from './purchase-access.ts';
import {
  type InvoiceFact,
  mergeFacts,
  noFacts,
  type PurchaseFacts,
  type SubscriptionFact,
} from './purchase-facts.ts';

const at = (iso: string) => Date.parse(iso) / 1_000;
const bought = at('2026-02-28T10:00:00Z');
const renewal = at('2027-02-28T10:00:00Z');
const nextRenewal = at('2028-02-28T10:00:00Z');
const hour = 3_600;
const day = 24 * hour;

const checkout = (state: 'pending' | 'failed' | 'free' | 'paid'): PurchaseFacts => ({
  ...noFacts,
  checkout: { state, at: bought },
});

const subscription = (changes: Partial<SubscriptionFact> = {}): PurchaseFacts => ({
  ...noFacts,
  subscription: {
    at: bought,
    rank: 1,
    status: 'active',
    priced: true,
    periodStart: bought,
    periodEnd: renewal,
    trialEnd: null,
    endsAt: null,
    endedAt: null,
    endReason: 'canceled',
    latestInvoice: 'in_1',
    ...changes,
  },
});

const invoice = (id: string, changes: Partial<InvoiceFact>): PurchaseFacts => ({
  ...noFacts,
  invoices: {
    [id]: {
      createdAt: renewal,
      failedAt: null,
      paidAt: null,
      full: false,
      renewal: true,
      ...changes,
    },
  },
});

const refunded = (chargedAt: number, time: number): PurchaseFacts => ({
  ...noFacts,
  refunds: { ch_1: { chargedAt, at: time } },
});

const disputed = (openedAt: number, outcome: 'none' | 'open' | 'lost'): PurchaseFacts => ({
  ...noFacts,
  disputes: { dp_1: { openedAt, outcome, closed: outcome !== 'open', at: openedAt } },
});

const yearly = (...facts: PurchaseFacts[]) =>
  purchaseAccess('yearly', facts.reduce(mergeFacts, noFacts));
const lifetime = (...facts: PurchaseFacts[]) =>
  purchaseAccess('lifetime', facts.reduce(mergeFacts, noFacts));
const pastDue = {
  at: renewal + hour,
  status: 'past_due',
  periodStart: renewal,
  periodEnd: nextRenewal,
  latestInvoice: 'in_2',
};
const failure = invoice('in_2', { failedAt: renewal + hour });

const noAccess = { accessUntil: null, state: 'ended', until: null, endReason: null };
const ended = (time: number, endReason: string | null) => ({
  accessUntil: time,
  state: 'ended',
  until: time,
  endReason,
});

describe('a lifetime plan', () => {
  test.each(['pending', 'failed', 'free'] as const)('gives no access while %s', (state) => {
    expect(lifetime(checkout(state))).toEqual(noAccess);
  });
  test('gives access without end once it is paid', () => {
    expect(lifetime(checkout('pending'), checkout('paid'))).toEqual({
      accessUntil: Number.POSITIVE_INFINITY,
      state: 'active',
      until: null,
      endReason: null,
    });
  });
  test('ends with a refund or a dispute, but not with a dispute that was won', () => {
    const paid = checkout('paid');
    expect(lifetime(paid, refunded(bought, bought + day))).toEqual(ended(bought + day, 'refunded'));
    expect(lifetime(paid, disputed(bought + day, 'open'))).toEqual(ended(bought + day, 'disputed'));
    expect(lifetime(paid, disputed(bought + day, 'lost')).endReason).toBe('disputed');
    expect(lifetime(paid, disputed(bought + day, 'none')).state).toBe('active');
  });
});

describe('a yearly subscription', () => {
  const paid = checkout('paid');

  test('lasts a calendar year from the checkout until its own events arrive', () => {
    expect(yearly(paid)).toMatchObject({ until: renewal, accessUntil: renewal + renewalTolerance });
    expect(yearly(checkout('pending'))).toEqual(noAccess);
  });

  test('renews at the end of its period, with some tolerance for a late event', () => {
    expect(yearly(paid, subscription())).toEqual({
      accessUntil: renewal + renewalTolerance,
      state: 'active',
      until: renewal,
      endReason: null,
    });
  });

  test('gives no access before it is paid, whatever its status', () => {
    expect(yearly(checkout('pending'), subscription())).toEqual(noAccess);
    expect(yearly(subscription())).toEqual(noAccess);
    const partly = invoice('in_1', { paidAt: bought, full: false });
    expect(yearly(subscription(), partly)).toEqual(noAccess);
    const full = invoice('in_1', { paidAt: bought, full: true });
    expect(yearly(subscription(), full).state).toBe('active');
  });

  test('gives no access at another price', () => {
    expect(yearly(paid, subscription({ priced: false }))).toEqual(ended(bought, null));
  });

  test('ends exactly at the end of the period if its renewal is canceled', () => {
    expect(yearly(paid, subscription({ endsAt: renewal }))).toEqual({
      accessUntil: renewal,
      state: 'ending',
      until: renewal,
      endReason: 'canceled',
    });
    expect(yearly(paid, subscription({ endsAt: nextRenewal })).state).toBe('active');
  });

  test.each(['incomplete', 'incomplete_expired'])('gives no access in the status %s', (status) => {
    expect(yearly(paid, subscription({ status }))).toEqual(noAccess);
  });

  test('has ended if its status is paused or unknown', () => {
    expect(yearly(paid, subscription({ status: 'paused' }))).toEqual(
      ended(bought, 'payment_failed'),
    );
    expect(yearly(paid, subscription({ status: 'no_such_status' }))).toEqual(ended(bought, null));
  });

  test('has ended when the provider has ended it, for the reason that the provider reports', () => {
    const canceled = { status: 'canceled', endedAt: bought + day };
    expect(yearly(paid, subscription(canceled))).toEqual(ended(bought + day, 'canceled'));
    const disputedEnd = subscription({ ...canceled, endReason: 'disputed' });
    expect(yearly(paid, disputedEnd).endReason).toBe('disputed');
  });
});

describe('a failed renewal', () => {
  const paid = checkout('paid');
  const graceAccess = {
    accessUntil: renewal + hour + gracePeriod,
    state: 'grace',
    until: renewal + hour + gracePeriod,
    endReason: 'payment_failed',
  };

  test('starts a grace period of a week at its first failure, although the period has advanced', () => {
    expect(yearly(paid, subscription(pastDue), failure)).toEqual(graceAccess);
    const retry = invoice('in_2', { failedAt: renewal + 4 * day });
    expect(yearly(paid, subscription(pastDue), retry, failure)).toEqual(graceAccess);
  });

  test('starts the grace period at the start of the unpaid period if the failure is not reported', () => {
    expect(yearly(paid, subscription(pastDue)).accessUntil).toBe(renewal + gracePeriod);
  });

  test('starts the grace period before the subscription reports it', () => {
    const renewed = subscription({ ...pastDue, status: 'active', at: renewal });
    expect(yearly(paid, renewed, failure)).toEqual(graceAccess);
  });

  test('is resolved once the invoice is paid, before the subscription reports it', () => {
    const paidInvoice = invoice('in_2', { paidAt: renewal + 2 * day });
    for (const status of ['past_due', 'unpaid'])
      expect(
        yearly(paid, subscription({ ...pastDue, status }), failure, paidInvoice),
      ).toMatchObject({
        state: 'active',
        until: nextRenewal,
      });
  });

  test('is resolved once the subscription is active again', () => {
    const active = subscription({ ...pastDue, status: 'active', at: renewal + 2 * day });
    expect(yearly(paid, active, failure)).toMatchObject({ state: 'active', until: nextRenewal });
  });

  test('ends access with the grace period, however long the provider retries', () => {
    const lastTry = { ...pastDue, at: renewal + 30 * day };
    const expected = ended(renewal + hour + gracePeriod, 'payment_failed');
    expect(yearly(paid, subscription({ ...lastTry, status: 'unpaid' }), failure)).toEqual(expected);
    const canceled = { ...lastTry, status: 'canceled', endedAt: renewal + 30 * day };
    expect(
      yearly(paid, subscription({ ...canceled, endReason: 'payment_failed' }), failure),
    ).toEqual(expected);
  });

  test('keeps the end of the first grace period if the next renewal fails too', () => {
    const next = { ...pastDue, at: nextRenewal, periodStart: nextRenewal, latestInvoice: 'in_3' };
    const second = invoice('in_3', { createdAt: nextRenewal, failedAt: nextRenewal + hour });
    expect(yearly(paid, subscription(next), failure, second)).toEqual(graceAccess);
  });
});

describe('a trial', () => {
  const trialEnd = bought + 14 * day;
  const trial = { status: 'trialing', trialEnd, periodEnd: trialEnd };

  test('gives access until its end', () => {
    expect(yearly(checkout('free'), subscription(trial))).toMatchObject({
      state: 'active',
      until: trialEnd,
    });
    expect(yearly(checkout('free'))).toEqual(noAccess);
  });

  test('must be followed by a payment', () => {
    const after = subscription({
      trialEnd,
      periodStart: trialEnd,
      periodEnd: renewal,
      at: trialEnd,
    });
    expect(yearly(checkout('free'), after)).toMatchObject({
      accessUntil: trialEnd + renewalTolerance,
    });
    const full = invoice('in_1', { paidAt: trialEnd + hour, full: true });
    expect(yearly(checkout('free'), after, full)).toMatchObject({ until: renewal });
  });

  test('without an end, as created by a 100% coupon, gives no access', () => {
    expect(yearly(checkout('free'), subscription())).toEqual(noAccess);
  });
});

describe('a refund or dispute', () => {
  const paid = checkout('paid');
  const time = bought + 20 * day;

  test('ends a yearly subscription at once, which must be canceled at the provider', () => {
    const facts = [paid, subscription(), refunded(bought, time)].reduce(mergeFacts, noFacts);
    expect(purchaseAccess('yearly', facts)).toEqual(ended(time, 'refunded'));
    expect(mustCancelAtProvider('yearly', facts)).toBe(true);
    const later = { status: 'canceled', at: time + 1, endedAt: time + 1 };
    const canceled = mergeFacts(facts, subscription(later));
    expect(purchaseAccess('yearly', canceled)).toEqual(ended(time, 'refunded'));
    expect(mustCancelAtProvider('yearly', canceled)).toBe(false);
  });

  test('of a year that was followed by a paid year changes nothing', () => {
    const renewed = subscription({ at: renewal, periodStart: renewal, periodEnd: nextRenewal });
    const second = invoice('in_2', { paidAt: renewal + hour });
    const facts = [paid, renewed, second, refunded(bought, renewal + day)].reduce(
      mergeFacts,
      noFacts,
    );
    expect(purchaseAccess('yearly', facts).state).toBe('active');
    expect(mustCancelAtProvider('yearly', facts)).toBe(false);
  });

  test('of one year no longer counts once the next year is paid', () => {
    const disputedYear = [
      paid,
      subscription(pastDue),
      failure,
      disputed(renewal + 2 * day, 'open'),
    ];
    expect(yearly(...disputedYear).endReason).toBe('disputed');
    const paidInvoice = invoice('in_2', { paidAt: renewal + 3 * day });
    expect(yearly(...disputedYear, paidInvoice)).toMatchObject({
      state: 'active',
      until: nextRenewal,
    });
  });

  test('does not change the end of a subscription that ended before', () => {
    const end = bought + day;
    const canceled = subscription({ status: 'canceled', endedAt: end });
    expect(yearly(paid, canceled, refunded(bought, time))).toEqual(ended(end, 'canceled'));
  });

  test('cancels the subscription at the provider once a dispute is lost, not while it is open', () => {
    const open = [paid, subscription(), disputed(time, 'open')].reduce(mergeFacts, noFacts);
    expect(mustCancelAtProvider('yearly', open)).toBe(false);
    const lost = [paid, subscription(), disputed(time, 'lost')].reduce(mergeFacts, noFacts);
    expect(mustCancelAtProvider('yearly', lost)).toBe(true);
  });

  test('of a lifetime plan needs no cancellation at the provider', () => {
    expect(mustCancelAtProvider('lifetime', mergeFacts(paid, refunded(bought, time)))).toBe(false);
  });
});
