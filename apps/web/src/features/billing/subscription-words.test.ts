import { describe, expect, test } from 'vitest';
import type { Subscription } from './billing.api.ts';
import {
  banksWords,
  endedWords,
  graceWords,
  isLastDay,
  isOpen,
  profileWords,
} from './subscription-words.ts';

const reading = { now: Date.parse('2026-11-21T12:00:00Z'), locale: 'en-US', timeZone: 'UTC' };
const nothing: Subscription = {
  plan: null,
  state: 'none',
  until: null,
  ended_because: null,
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

describe('the profile', () => {
  test.each<[string, Subscription, string, string[]]>([
    ['nothing', nothing, 'Free', ['Upgrade to link your banks and see your own numbers.']],
    [
      'a payment that is on its way',
      { ...nothing, payment: 'pending' },
      'Free',
      [
        'Your payment is on its way. Everything opens by itself as soon as it is confirmed.',
        'Upgrade to link your banks and see your own numbers.',
      ],
    ],
    [
      'a payment that failed',
      { ...nothing, payment: 'failed' },
      'Free',
      [
        'Your last payment did not come through. You can try again.',
        'Upgrade to link your banks and see your own numbers.',
      ],
    ],
    [
      'a year',
      yearly({}),
      'Yearly',
      ['Everything in Cairn is open to you.', 'Renews on Oct 29, 2027 for $50.'],
    ],
    [
      'a lifetime',
      { ...nothing, plan: 'lifetime', state: 'active' },
      'Lifetime',
      ['Everything in Cairn is open to you, for good.'],
    ],
    [
      'a year that is not renewed',
      yearly({ state: 'ending' }),
      'Yearly',
      [
        'Ends on Oct 29, 2027 and does not renew.',
        'Everything stays open until then. Your data is kept after that.',
      ],
    ],
    [
      'a renewal that failed',
      yearly({ state: 'grace', until: '2026-11-28T08:00:00.000Z' }),
      'Yearly',
      [
        'Your renewal could not be paid. Everything stays open until Nov 28, 2026.',
        'Update how you pay to keep it.',
      ],
    ],
    [
      'a year that is over',
      yearly({
        state: 'ended',
        until: '2026-10-29T08:00:00.000Z',
        ended_because: 'canceled',
        banks_unlinked_at: '2026-11-28T08:00:00.000Z',
      }),
      'Free',
      [
        'Your subscription ended on Oct 29, 2026. It was canceled.',
        'Your data is kept.',
        'Your banks stay linked until Nov 28, 2026. Come back before then, and you need not link them again.',
      ],
    ],
  ])('tells of %s', (_what, subscription, badge, lines) => {
    const words = profileWords(subscription, reading);
    expect(words.badge.text).toBe(badge);
    expect(words.lines).toEqual(lines);
  });

  test('says nothing of a payment to who has everything', () => {
    expect(profileWords(yearly({ payment: 'failed' }), reading).lines[0]).toBe(
      'Everything in Cairn is open to you.',
    );
  });
});

test('a subscription that is over says when and why, as far as that is known', () => {
  const ended = yearly({ state: 'ended', until: '2026-10-29T23:30:00.000Z' });
  expect(endedWords({ ...ended, ended_because: 'payment_failed' }, reading)).toEqual({
    title: 'Your subscription ended on Oct 29, 2026.',
    why: 'Its renewal could not be paid.',
  });
  const elsewhere = { ...reading, locale: 'en-GB', timeZone: 'Europe/Paris' };
  expect(endedWords(ended, elsewhere)).toEqual({
    title: 'Your subscription ended on 30 Oct 2026.',
    why: null,
  });
  expect(
    endedWords({ ...ended, plan: 'lifetime', until: null, ended_because: 'refunded' }, reading),
  ).toEqual({ title: 'Your lifetime access has ended.', why: 'Its payment was refunded.' });
  expect(endedWords({ ...ended, ended_because: 'disputed' }, reading).why).toBe(
    'Its payment was disputed at your bank.',
  );
});

test('what is near is told to the minute, for the day alone would mislead', () => {
  expect(graceWords({ until: '2026-11-22T00:10:00.000Z' }, reading).text).toBe(
    'Everything stays open until Nov 22, 2026, 12:10 AM.',
  );
  expect(graceWords({ until: null }, reading).text).toBe('Everything stays open for a while.');
});

test('banks are linked until they are not, and nothing is said where there are none', () => {
  expect(banksWords({ banks_unlinked_at: null }, reading)).toBeNull();
  expect(banksWords({ banks_unlinked_at: '2026-11-21T11:59:00.000Z' }, reading)).toBe(
    'Your banks are being unlinked.',
  );
});

test('a deadline has its last day, which cannot be hidden', () => {
  const until = '2026-11-23T12:00:00.000Z';
  expect(isLastDay(until, reading.now)).toBe(false);
  expect(isLastDay(until, Date.parse('2026-11-22T12:00:01Z'))).toBe(true);
  expect(isLastDay(until, Date.parse('2026-11-24T12:00:00Z'))).toBe(true);
  expect(isLastDay(null, reading.now)).toBe(false);
});

test('who is in their grace, or will end, has everything still', () => {
  const open = (['none', 'active', 'ending', 'grace', 'ended'] as const).filter((state) =>
    isOpen({ state }),
  );
  expect(open).toEqual(['active', 'ending', 'grace']);
});
