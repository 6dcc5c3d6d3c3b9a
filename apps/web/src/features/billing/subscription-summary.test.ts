import { describe, expect, test } from 'vitest';
import type { Subscription } from './billing.api.ts';
import {
  describeBankUnlinking,
  describeEnd,
  describeGracePeriod,
  hasFullAccess,
  isLastDay,
  summarizeSubscription,
} from './subscription-summary.ts';

const context = { now: Date.parse('2026-11-21T12:00:00Z'), locale: 'en-US', timeZone: 'UTC' };
const nothing: Subscription = {
  plan: null,
  state: 'none',
  until: null,
  end_reason: null,
  payment: null,
  manageable: false,
  banks_unlinked_at: null,
};
const yearly = (changes: Partial<Subscription>): Subscription => ({
  ...nothing,
  plan: 'yearly',
  state: 'active',
  until: '2027-10-29T08:00:00.000Z',
  manageable: true,
  ...changes,
});

describe('the subscription on the profile', () => {
  test.each<[string, Subscription, string, string[]]>([
    ['no subscription', nothing, 'Free', ['Upgrade to link your banks and see your own numbers.']],
    [
      'a pending payment',
      { ...nothing, payment: 'pending' },
      'Free',
      [
        "Your payment is being processed. We'll unlock your account as soon as it's confirmed.",
        'Upgrade to link your banks and see your own numbers.',
      ],
    ],
    [
      'a failed payment',
      { ...nothing, payment: 'failed' },
      'Free',
      [
        "Your last payment didn't go through. You can try again.",
        'Upgrade to link your banks and see your own numbers.',
      ],
    ],
    [
      'a yearly plan',
      yearly({}),
      'Yearly',
      ['You have full access to Cairn.', 'Renews on Oct 29, 2027 for $50.'],
    ],
    [
      'a lifetime plan',
      { ...nothing, plan: 'lifetime', state: 'active' },
      'Lifetime',
      ['You have full access to Cairn for life.'],
    ],
    [
      'a yearly plan that will not renew',
      yearly({ state: 'ending' }),
      'Yearly',
      [
        "Ends on Oct 29, 2027 and won't renew.",
        "You keep full access until then. We'll keep your data after that.",
      ],
    ],
    [
      'a failed renewal',
      yearly({ state: 'grace', until: '2026-11-28T08:00:00.000Z' }),
      'Yearly',
      [
        "We couldn't process your renewal. You keep full access until Nov 28, 2026.",
        'Update your payment method to keep your subscription.',
      ],
    ],
    [
      'an ended yearly plan',
      yearly({
        state: 'ended',
        until: '2026-10-29T08:00:00.000Z',
        end_reason: 'canceled',
        banks_unlinked_at: '2026-11-28T08:00:00.000Z',
      }),
      'Free',
      [
        'Your subscription ended on Oct 29, 2026. It was canceled.',
        "We'll keep your data.",
        "Your banks stay linked until Nov 28, 2026. Upgrade before then, and you won't need to link them again.",
      ],
    ],
  ])('describes %s', (_case, subscription, badge, lines) => {
    const summary = summarizeSubscription(subscription, context);
    expect(summary.badge.text).toBe(badge);
    expect(summary.lines).toEqual(lines);
  });

  test('leaves out a failed payment while there is full access', () => {
    expect(summarizeSubscription(yearly({ payment: 'failed' }), context).lines[0]).toBe(
      'You have full access to Cairn.',
    );
  });
});

test('an ended subscription shows when and why it ended, if known', () => {
  const ended = yearly({ state: 'ended', until: '2026-10-29T23:30:00.000Z' });
  expect(describeEnd({ ...ended, end_reason: 'payment_failed' }, context)).toEqual({
    title: 'Your subscription ended on Oct 29, 2026.',
    why: "We couldn't process the renewal.",
  });
  const british = { ...context, locale: 'en-GB', timeZone: 'Europe/Paris' };
  expect(describeEnd(ended, british)).toEqual({
    title: 'Your subscription ended on 30 Oct 2026.',
    why: null,
  });
  expect(
    describeEnd({ ...ended, plan: 'lifetime', until: null, end_reason: 'refunded' }, context),
  ).toEqual({ title: 'Your lifetime access has ended.', why: 'The payment was refunded.' });
  expect(describeEnd({ ...ended, end_reason: 'disputed' }, context).why).toBe(
    'The payment was disputed at your bank.',
  );
});

test('a deadline within two days is shown to the minute', () => {
  expect(describeGracePeriod({ until: '2026-11-22T00:10:00.000Z' }, context).text).toBe(
    'You keep full access until Nov 22, 2026, 12:10 AM.',
  );
  expect(describeGracePeriod({ until: null }, context).text).toBe('You keep full access for now.');
});

test('the note about banks shows that they are being unlinked, and is empty without banks', () => {
  expect(describeBankUnlinking({ banks_unlinked_at: null }, context)).toBeNull();
  expect(describeBankUnlinking({ banks_unlinked_at: '2026-11-21T11:59:00.000Z' }, context)).toBe(
    'Your banks are being unlinked.',
  );
});

test('the last day of a deadline starts 24 hours before it', () => {
  const until = '2026-11-23T12:00:00.000Z';
  expect(isLastDay(until, context.now)).toBe(false);
  expect(isLastDay(until, Date.parse('2026-11-22T12:00:01Z'))).toBe(true);
  expect(isLastDay(until, Date.parse('2026-11-24T12:00:00Z'))).toBe(true);
  expect(isLastDay(null, context.now)).toBe(false);
});

test('active, ending, and grace-period subscriptions have access', () => {
  const statesWithAccess = (['none', 'active', 'ending', 'grace', 'ended'] as const).filter(
    (state) => hasFullAccess({ state }),
  );
  expect(statesWithAccess).toEqual(['active', 'ending', 'grace']);
});
