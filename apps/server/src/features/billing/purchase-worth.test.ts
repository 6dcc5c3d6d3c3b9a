import { describe, expect, test } from 'vitest';
import { grace, lateness } from './plans.ts';
import {
  type InvoiceFact,
  join,
  noFacts,
  type PurchaseFacts,
  type SubscriptionFact,
} from './purchase-facts.ts';
import { mustEndAtProvider, worthOf } from './purchase-worth.ts';

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

const yearly = (...facts: PurchaseFacts[]) => worthOf('yearly', facts.reduce(join, noFacts));
const lifetime = (...facts: PurchaseFacts[]) => worthOf('lifetime', facts.reduce(join, noFacts));
const pastDue = {
  at: renewal + hour,
  status: 'past_due',
  periodStart: renewal,
  periodEnd: nextRenewal,
  latestInvoice: 'in_2',
};
const failure = invoice('in_2', { failedAt: renewal + hour });

const nothing = { openUntil: null, kind: 'ended', until: null, because: null };
const ended = (time: number, because: string | null) => ({
  openUntil: time,
  kind: 'ended',
  until: time,
  because,
});

describe('lifetime', () => {
  test.each(['pending', 'failed', 'free'] as const)('%s opens nothing', (state) => {
    expect(lifetime(checkout(state))).toEqual(nothing);
  });
  test('paid has no end', () => {
    expect(lifetime(checkout('pending'), checkout('paid'))).toEqual({
      openUntil: Number.POSITIVE_INFINITY,
      kind: 'active',
      until: null,
      because: null,
    });
  });
  test('a refund or a dispute ends it then and there; a dispute that was won does not', () => {
    const paid = checkout('paid');
    expect(lifetime(paid, refunded(bought, bought + day))).toEqual(ended(bought + day, 'refunded'));
    expect(lifetime(paid, disputed(bought + day, 'open'))).toEqual(ended(bought + day, 'disputed'));
    expect(lifetime(paid, disputed(bought + day, 'lost')).because).toBe('disputed');
    expect(lifetime(paid, disputed(bought + day, 'none')).kind).toBe('active');
  });
});

describe('a year', () => {
  const paid = checkout('paid');

  test('counts from the checkout, by the calendar, until the subscription is heard of', () => {
    expect(yearly(paid)).toMatchObject({ until: renewal, openUntil: renewal + lateness });
    expect(yearly(checkout('pending'))).toEqual(nothing);
  });

  test('renews at the end of its period, and may be heard of a little later', () => {
    expect(yearly(paid, subscription())).toEqual({
      openUntil: renewal + lateness,
      kind: 'active',
      until: renewal,
      because: null,
    });
  });

  test('opens nothing before it is paid, whatever the subscription says', () => {
    expect(yearly(checkout('pending'), subscription())).toEqual(nothing);
    expect(yearly(subscription())).toEqual(nothing);
    expect(yearly(subscription(), invoice('in_1', { paidAt: bought, full: false }))).toEqual(
      nothing,
    );
    expect(yearly(subscription(), invoice('in_1', { paidAt: bought, full: true })).kind).toBe(
      'active',
    );
  });

  test('opens nothing at another price', () => {
    expect(yearly(paid, subscription({ priced: false }))).toEqual(ended(bought, null));
  });

  test('ends to the second where its owner does not renew it', () => {
    expect(yearly(paid, subscription({ endsAt: renewal }))).toEqual({
      openUntil: renewal,
      kind: 'ending',
      until: renewal,
      because: 'canceled',
    });
    expect(yearly(paid, subscription({ endsAt: nextRenewal })).kind).toBe('active');
  });

  test.each(['incomplete', 'incomplete_expired'])('%s opens nothing', (status) => {
    expect(yearly(paid, subscription({ status }))).toEqual(nothing);
  });

  test('paused, or in a state that we do not know, is over', () => {
    expect(yearly(paid, subscription({ status: 'paused' }))).toEqual(
      ended(bought, 'payment_failed'),
    );
    expect(yearly(paid, subscription({ status: 'on_the_moon' }))).toEqual(ended(bought, null));
  });

  test('canceled is over when it ended, for the reason that the provider gives', () => {
    const over = { status: 'canceled', endedAt: bought + day };
    expect(yearly(paid, subscription(over))).toEqual(ended(bought + day, 'canceled'));
    expect(yearly(paid, subscription({ ...over, endReason: 'disputed' })).because).toBe('disputed');
  });
});

describe('a renewal that fails', () => {
  const paid = checkout('paid');
  const inGrace = {
    openUntil: renewal + hour + grace,
    kind: 'grace',
    until: renewal + hour + grace,
    because: 'payment_failed',
  };

  test('leaves a week from its first failure, although the period has moved on', () => {
    expect(yearly(paid, subscription(pastDue), failure)).toEqual(inGrace);
    const again = invoice('in_2', { failedAt: renewal + 4 * day });
    expect(yearly(paid, subscription(pastDue), again, failure)).toEqual(inGrace);
  });

  test('leaves a week from the beginning of the period where the failure was not told', () => {
    expect(yearly(paid, subscription(pastDue)).openUntil).toBe(renewal + grace);
  });

  test('counts from the invoice alone, before the subscription tells', () => {
    const moved = subscription({ ...pastDue, status: 'active', at: renewal });
    expect(yearly(paid, moved, failure)).toEqual(inGrace);
  });

  test('is over once the invoice is paid, before the subscription tells', () => {
    const settled = invoice('in_2', { paidAt: renewal + 2 * day });
    for (const status of ['past_due', 'unpaid'])
      expect(yearly(paid, subscription({ ...pastDue, status }), failure, settled)).toMatchObject({
        kind: 'active',
        until: nextRenewal,
      });
  });

  test('is over once the subscription says that it is active again', () => {
    const active = subscription({ ...pastDue, status: 'active', at: renewal + 2 * day });
    expect(yearly(paid, active, failure)).toMatchObject({ kind: 'active', until: nextRenewal });
  });

  test('ended with its grace, however long the provider goes on trying', () => {
    const late = { ...pastDue, at: renewal + 30 * day };
    const over = ended(renewal + hour + grace, 'payment_failed');
    expect(yearly(paid, subscription({ ...late, status: 'unpaid' }), failure)).toEqual(over);
    const canceled = { ...late, status: 'canceled', endedAt: renewal + 30 * day };
    expect(
      yearly(paid, subscription({ ...canceled, endReason: 'payment_failed' }), failure),
    ).toEqual(over);
  });

  test('a year later again, is still over', () => {
    const next = { ...pastDue, at: nextRenewal, periodStart: nextRenewal, latestInvoice: 'in_3' };
    const second = invoice('in_3', { createdAt: nextRenewal, failedAt: nextRenewal + hour });
    expect(yearly(paid, subscription(next), failure, second)).toEqual(inGrace);
  });
});

describe('a trial', () => {
  const trialEnd = bought + 14 * day;
  const trial = { status: 'trialing', trialEnd, periodEnd: trialEnd };

  test('counts to its end', () => {
    expect(yearly(checkout('free'), subscription(trial))).toMatchObject({
      kind: 'active',
      until: trialEnd,
    });
    expect(yearly(checkout('free'))).toEqual(nothing);
  });

  test('has to be followed by a payment', () => {
    const after = subscription({
      trialEnd,
      periodStart: trialEnd,
      periodEnd: renewal,
      at: trialEnd,
    });
    expect(yearly(checkout('free'), after)).toMatchObject({ openUntil: trialEnd + lateness });
    const full = invoice('in_1', { paidAt: trialEnd + hour, full: true });
    expect(yearly(checkout('free'), after, full)).toMatchObject({ until: renewal });
  });

  test('of nothing at all, as a coupon for everything makes it, opens nothing', () => {
    expect(yearly(checkout('free'), subscription())).toEqual(nothing);
  });
});

describe('money given back', () => {
  const paid = checkout('paid');
  const time = bought + 20 * day;

  test('ends a year at once, and the subscription has to go at the provider', () => {
    const facts = [paid, subscription(), refunded(bought, time)].reduce(join, noFacts);
    expect(worthOf('yearly', facts)).toEqual(ended(time, 'refunded'));
    expect(mustEndAtProvider('yearly', facts)).toBe(true);
    const gone = join(facts, subscription({ status: 'canceled', at: time + 1, endedAt: time + 1 }));
    expect(worthOf('yearly', gone)).toEqual(ended(time, 'refunded'));
    expect(mustEndAtProvider('yearly', gone)).toBe(false);
  });

  test('for a year that was followed by a paid one changes nothing', () => {
    const renewed = subscription({ at: renewal, periodStart: renewal, periodEnd: nextRenewal });
    const second = invoice('in_2', { paidAt: renewal + hour });
    const facts = [paid, renewed, second, refunded(bought, renewal + day)].reduce(join, noFacts);
    expect(worthOf('yearly', facts).kind).toBe('active');
    expect(mustEndAtProvider('yearly', facts)).toBe(false);
  });

  test('after a dispute of the year before, counts anew once the next is paid', () => {
    const disputedYear = [
      paid,
      subscription(pastDue),
      failure,
      disputed(renewal + 2 * day, 'open'),
    ];
    expect(yearly(...disputedYear).because).toBe('disputed');
    const settled = invoice('in_2', { paidAt: renewal + 3 * day });
    expect(yearly(...disputedYear, settled)).toMatchObject({ kind: 'active', until: nextRenewal });
  });

  test('does not move the end of what was over before', () => {
    const over = subscription({ status: 'canceled', endedAt: bought + day });
    expect(yearly(paid, over, refunded(bought, time))).toEqual(ended(bought + day, 'canceled'));
  });

  test('is in doubt while a dispute is open: the subscription stays until it is lost', () => {
    const open = [paid, subscription(), disputed(time, 'open')].reduce(join, noFacts);
    expect(mustEndAtProvider('yearly', open)).toBe(false);
    const lost = [paid, subscription(), disputed(time, 'lost')].reduce(join, noFacts);
    expect(mustEndAtProvider('yearly', lost)).toBe(true);
  });

  test('of a lifetime leaves nothing to end at the provider', () => {
    expect(mustEndAtProvider('lifetime', join(paid, refunded(bought, time)))).toBe(false);
  });
});
