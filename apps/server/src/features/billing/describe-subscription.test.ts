import { describe, expect, test } from 'vitest';
import {
  customerToManage,
  describeSubscription,
  type KeptPurchase,
} from './describe-subscription.ts';
import { grace, tellCheckoutFor } from './plans.ts';
import { noFacts, type PurchaseFacts, type SubscriptionFact } from './purchase-facts.ts';

const bought = Date.parse('2026-02-28T10:00:00Z') / 1_000;
const day = 86_400;
const periodEnd = Date.parse('2027-02-28T10:00:00Z') / 1_000;

const kept = (
  plan: 'yearly' | 'lifetime',
  facts: Partial<PurchaseFacts>,
  customerId: string | null = 'cus_1',
): KeptPurchase => ({ plan, customerId, facts: { ...noFacts, ...facts } });

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
  kept('yearly', { ...paid, subscription: subscription(changes) }, customerId);

const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();

describe('a subscription is described', () => {
  test('as none where nothing was bought', () => {
    expect(describeSubscription([], bought)).toEqual({
      plan: null,
      state: 'none',
      until: null,
      ended_because: null,
      payment: null,
      manageable: false,
    });
  });

  test.each<[string, KeptPurchase, number, object]>([
    ['active', yearly(), bought + day, { state: 'active', until: iso(periodEnd) }],
    ['active, its renewal unheard of for a day', yearly(), periodEnd + day, { state: 'active' }],
    [
      'over, when it is not heard of any more',
      yearly(),
      periodEnd + 4 * day,
      { state: 'ended', ended_because: null },
    ],
    ['ending', yearly({ endsAt: periodEnd }), bought, { state: 'ending', until: iso(periodEnd) }],
    [
      'over, once its end has come, without a word of the provider',
      yearly({ endsAt: periodEnd }),
      periodEnd,
      { state: 'ended', until: iso(periodEnd), ended_because: 'canceled' },
    ],
    [
      'in its grace',
      yearly({ status: 'past_due' }),
      bought + day,
      { state: 'grace', until: iso(bought + grace), ended_because: null },
    ],
    [
      'over with its grace',
      yearly({ status: 'past_due' }),
      bought + grace,
      { state: 'ended', until: iso(bought + grace), ended_because: 'payment_failed' },
    ],
    [
      'lifetime',
      kept('lifetime', paid),
      bought,
      { plan: 'lifetime', state: 'active', until: null },
    ],
  ])('as %s', (_what, purchase, now, expected) => {
    expect(describeSubscription([purchase], now)).toMatchObject(expected);
  });

  test('by the better of two purchases, whichever is the newer', () => {
    const lifetime = kept('lifetime', paid, 'cus_2');
    for (const two of [
      [lifetime, yearly()],
      [yearly(), lifetime],
    ])
      expect(describeSubscription(two, bought)).toMatchObject({
        plan: 'lifetime',
        state: 'active',
      });
    const over = yearly({ status: 'canceled', endedAt: bought + day });
    expect(describeSubscription([over, yearly()], bought + 2 * day).state).toBe('active');
    const earlier = yearly({ status: 'canceled', endedAt: bought });
    expect(describeSubscription([earlier, over], periodEnd).until).toBe(iso(bought + day));
  });

  test('with the newest checkout, while it opens nothing and is worth telling of', () => {
    const pending = kept('lifetime', { checkout: { state: 'pending', at: bought } });
    const failed = kept('lifetime', { checkout: { state: 'failed', at: bought + day } });
    const tell = (purchases: KeptPurchase[], now = bought + day) =>
      describeSubscription(purchases, now).payment;
    expect(tell([pending])).toBe('pending');
    expect(tell([pending, failed])).toBe('failed');
    expect(
      tell([pending, kept('lifetime', { checkout: { state: 'paid', at: bought + day } })]),
    ).toBeNull();
    expect(tell([failed], bought + 2 * day + tellCheckoutFor)).toBeNull();
  });
});

describe('what is managed in the portal', () => {
  test('is the subscription that goes on, then what was bought last', () => {
    const lifetime = kept('lifetime', paid, 'cus_2');
    expect(customerToManage([lifetime, yearly()])).toBe('cus_1');
    expect(
      customerToManage([lifetime, yearly({ status: 'canceled', endedAt: bought + day })]),
    ).toBe('cus_2');
  });

  test('is nothing before something was paid, or where the provider knows no customer', () => {
    expect(customerToManage([kept('lifetime', paid, null)])).toBeNull();
    const pending = kept('lifetime', { checkout: { state: 'pending', at: bought } });
    expect(customerToManage([pending])).toBeNull();
  });
});
