import { describe, expect, test } from 'vitest';
import {
  describeSubscription,
  portalCustomer,
  type StoredPurchase,
} from './describe-subscription.ts';
import { checkoutDisplayPeriod, gracePeriod } from './plans.ts';
import { noFacts, type PurchaseFacts, type SubscriptionFact } from './purchase-facts.ts';

const bought = Date.parse('2026-02-28T10:00:00Z') / 1_000;
const day = 86_400;
const periodEnd = Date.parse('2027-02-28T10:00:00Z') / 1_000;

const purchase = (
  plan: 'yearly' | 'lifetime',
  facts: Partial<PurchaseFacts>,
  customerId: string | null = 'cus_1',
): StoredPurchase => ({ plan, customerId, facts: { ...noFacts, ...facts } });

const paid = { checkout: { state: 'paid', at: bought } } as const;
const subscription = (changes: Partial<SubscriptionFact> = {}): SubscriptionFact => ({
  at: bought,
  rank: 1,
  status: 'active',
  priced: true,
  periodStart: bought,
  periodEnd,
  trialEnd: null,
  endsAt: null,
  endedAt: null,
  endReason: 'canceled',
  latestInvoice: null,
  ...changes,
});
const yearly = (changes: Partial<SubscriptionFact> = {}, customerId = 'cus_1') =>
  purchase('yearly', { ...paid, subscription: subscription(changes) }, customerId);

const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();

describe('describeSubscription', () => {
  test('returns the state none if there is no purchase', () => {
    expect(describeSubscription([], bought)).toEqual({
      plan: null,
      state: 'none',
      until: null,
      end_reason: null,
      payment: null,
      manageable: false,
    });
  });

  test.each<[string, StoredPurchase, number, object]>([
    ['active', yearly(), bought + day, { state: 'active', until: iso(periodEnd) }],
    [
      'active while its renewal event is a day late',
      yearly(),
      periodEnd + day,
      { state: 'active' },
    ],
    [
      'ended if its renewal is never reported',
      yearly(),
      periodEnd + 4 * day,
      { state: 'ended', end_reason: null },
    ],
    ['ending', yearly({ endsAt: periodEnd }), bought, { state: 'ending', until: iso(periodEnd) }],
    [
      'ended at the end of a canceled period, without another event',
      yearly({ endsAt: periodEnd }),
      periodEnd,
      { state: 'ended', until: iso(periodEnd), end_reason: 'canceled' },
    ],
    [
      'in its grace period',
      yearly({ status: 'past_due' }),
      bought + day,
      { state: 'grace', until: iso(bought + gracePeriod), end_reason: null },
    ],
    [
      'ended after its grace period',
      yearly({ status: 'past_due' }),
      bought + gracePeriod,
      { state: 'ended', until: iso(bought + gracePeriod), end_reason: 'payment_failed' },
    ],
    [
      'a lifetime plan',
      purchase('lifetime', paid),
      bought,
      { plan: 'lifetime', state: 'active', until: null },
    ],
  ])('returns a subscription that is %s', (_case, stored, now, expected) => {
    expect(describeSubscription([stored], now)).toMatchObject(expected);
  });

  test('uses the purchase with the longer access, regardless of the order of purchases', () => {
    const lifetime = purchase('lifetime', paid, 'cus_2');
    for (const purchases of [
      [lifetime, yearly()],
      [yearly(), lifetime],
    ])
      expect(describeSubscription(purchases, bought)).toMatchObject({
        plan: 'lifetime',
        state: 'active',
      });
    const later = yearly({ status: 'canceled', endedAt: bought + day });
    expect(describeSubscription([later, yearly()], bought + 2 * day).state).toBe('active');
    const earlier = yearly({ status: 'canceled', endedAt: bought });
    expect(describeSubscription([earlier, later], periodEnd).until).toBe(iso(bought + day));
  });

  test('includes the newest checkout while it gives no access and is recent', () => {
    const pending = purchase('lifetime', { checkout: { state: 'pending', at: bought } });
    const failed = purchase('lifetime', { checkout: { state: 'failed', at: bought + day } });
    const paymentOf = (purchases: StoredPurchase[], now = bought + day) =>
      describeSubscription(purchases, now).payment;
    expect(paymentOf([pending])).toBe('pending');
    expect(paymentOf([pending, failed])).toBe('failed');
    expect(
      paymentOf([pending, purchase('lifetime', { checkout: { state: 'paid', at: bought + day } })]),
    ).toBeNull();
    expect(paymentOf([failed], bought + 2 * day + checkoutDisplayPeriod)).toBeNull();
  });
});

describe('portalCustomer', () => {
  test('returns the customer of the running subscription, then of the longest purchase', () => {
    const lifetime = purchase('lifetime', paid, 'cus_2');
    expect(portalCustomer([lifetime, yearly()])).toBe('cus_1');
    expect(portalCustomer([lifetime, yearly({ status: 'canceled', endedAt: bought + day })])).toBe(
      'cus_2',
    );
  });

  test('returns null before a payment, or if no customer is known', () => {
    expect(portalCustomer([purchase('lifetime', paid, null)])).toBeNull();
    const pending = purchase('lifetime', { checkout: { state: 'pending', at: bought } });
    expect(portalCustomer([pending])).toBeNull();
  });
});
