import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { referenceKind } from '../../../../../tests/support/reference/balance-kinds-reference.ts';
import {
  type BalanceHistory,
  balancesOn,
  type DayAmount,
  formatDayNumber,
} from './balance-history.ts';
import {
  balanceBasisOn,
  balanceKindsOn,
  findExplainedSince,
  netWorthHistory,
  totalsOn,
} from './balance-kinds.ts';

const history = (known: Partial<BalanceHistory>): BalanceHistory => ({
  isDebt: false,
  current: 5,
  snapshots: [],
  posted: [],
  explainedSince: null,
  ...known,
});

const amountsOn = (...days: number[]): DayAmount[] => days.map((day) => [day, 1]);
const daysThrough = (last: number) => Array.from({ length: last + 1 }, (_, day) => day);

const marks = { seen: '#', computed: '=', estimated: '~' };

/** Formats the kind of each day's balance as a mark, from day 0 through today. */
const kindsThrough = (today: number, known: Partial<BalanceHistory>): string =>
  balanceKindsOn(history(known), daysThrough(today), today)
    .map((kind) => marks[kind])
    .join('');

describe('a balance is', () => {
  test('seen on the days on which it was recorded, computed from the first transaction on, and estimated before', () => {
    expect(kindsThrough(9, { snapshots: amountsOn(6, 9), explainedSince: 2 })).toBe('~~====#==#');
  });

  test('estimated on days without a snapshot if transactions explain nothing', () => {
    expect(kindsThrough(9, { snapshots: amountsOn(6, 7, 9) })).toBe('~~~~~~##~#');
  });

  test('seen today while the last sync is at most a day old, in any time zone', () => {
    for (const last of [8, 9, 10])
      expect(kindsThrough(9, { snapshots: amountsOn(last) }).at(-1), String(last)).toBe('#');
    expect(kindsThrough(9, { snapshots: amountsOn(7) })).toBe('~~~~~~~#~~');
    expect(kindsThrough(9, { snapshots: amountsOn(7), explainedSince: 7 })).toBe('~~~~~~~#==');
  });

  test('not seen today if the bank no longer reports one', () => {
    expect(kindsThrough(3, { snapshots: amountsOn(2), current: null })).toBe('~~#~');
  });

  test('seen today if only the current balance is known', () => {
    expect(kindsThrough(3, {})).toBe('~~~#');
  });
});

describe('the first day whose balance is explained by transactions', () => {
  test.each([
    ['depository', 10, 4, 4],
    ['credit', 10, null, 10],
    // The account was opened after the bank was linked.
    ['depository', 10, 12, 10],
    ['depository', null, 4, 4],
    ['loan', 10, 4, 4],
    ['loan', 10, null, null],
    ['other', 10, 12, 12],
    ['investment', 10, 4, null],
    ['brokerage', 10, 4, null],
  ])(
    'for an account of type %s, first seen on day %s and with transactions since day %s, is %s',
    (type, first_snapshot, first_posted, since) => {
      expect(findExplainedSince({ type, first_snapshot, first_posted })).toBe(since);
    },
  );
});

describe('in the net worth', () => {
  const account = (explainedSince: number | null) =>
    netWorthHistory(
      history({
        current: 90,
        snapshots: [
          [3, 50],
          [6, 80],
        ],
        posted: [
          [2, -10],
          [5, -20],
          [7, -10],
        ],
        explainedSince,
      }),
    );

  test('a balance whose changes no transaction explains is the last seen balance, or the first one if none was seen before', () => {
    expect(balancesOn(account(null), daysThrough(8), 8)).toEqual([
      50, 50, 50, 50, 50, 50, 80, 80, 90,
    ]);
  });

  test('any other balance is carried forward or back and adjusted for posted transactions', () => {
    expect(balancesOn(account(2), daysThrough(8), 8)).toEqual([40, 40, 50, 50, 50, 70, 80, 90, 90]);
  });

  test('a balance that was never recorded is the current one on every day', () => {
    const unseen = history({ current: 90, posted: [[2, -10]] });
    expect(balancesOn(netWorthHistory(unseen), [1, 2, 3], 3)).toEqual([90, 90, 90]);
  });
});

describe('the basis of a balance', () => {
  const account = history({
    snapshots: [
      [3, 1],
      [6, 2],
    ],
    explainedSince: 2,
  });

  test.each([
    [1, { kind: 'carried_back', day: 3, balanceKind: 'estimated' }],
    [2, { kind: 'carried_back', day: 3, balanceKind: 'computed' }],
    [3, { kind: 'seen', day: 3, balanceKind: 'seen' }],
    [5, { kind: 'carried_forward', day: 3, balanceKind: 'computed' }],
    [6, { kind: 'seen', day: 6, balanceKind: 'seen' }],
    [8, { kind: 'carried_forward', day: 6, balanceKind: 'computed' }],
  ])('of day %i is the last snapshot up to that day, otherwise the first one', (day, basis) => {
    expect(balanceBasisOn(account, day, 9)).toEqual(basis);
  });

  test('is the current balance if there are no snapshots, and null if no balance is known', () => {
    expect(balanceBasisOn(history({}), 2, 9)).toEqual({
      kind: 'carried_back',
      day: 9,
      balanceKind: 'estimated',
    });
    expect(balanceBasisOn(history({ current: null }), 2, 9)).toBeNull();
  });
});

describe('a total of balances', () => {
  test('is only as certain as its least certain balance', () => {
    const checking = history({ snapshots: amountsOn(3), explainedSince: 1 });
    const broker = history({ snapshots: amountsOn(2, 3) });
    expect(totalsOn([checking, broker], daysThrough(3), 3)?.kinds).toEqual([
      'estimated',
      'estimated',
      'computed',
      'seen',
    ]);
  });

  test('is null if no balance is known, and otherwise omits unknown balances', () => {
    const unknown = history({ current: null });
    expect(totalsOn([unknown], [1], 1)).toBeNull();
    expect(totalsOn([unknown, history({})], [0, 1], 1)).toEqual({
      cents: [5, 5],
      kinds: ['estimated', 'seen'],
    });
  });
});

test('every day of a random account has the balance kind that the reference implementation computes', () => {
  const today = 60;
  const days = fc.uniqueArray(fc.integer({ min: 0, max: today + 1 }), { maxLength: 12 });
  fc.assert(
    fc.property(
      fc.constantFrom('depository', 'credit', 'loan', 'investment', 'brokerage', 'other', 'crypto'),
      days,
      days,
      fc.boolean(),
      (type, seen, posted, hasCurrent) => {
        const [seenDays = [], postedDays = []] = [seen, posted].map((list) =>
          list.toSorted((a, b) => a - b),
        );
        const account = history({
          current: hasCurrent ? 5 : null,
          snapshots: amountsOn(...seenDays),
          posted: amountsOn(...postedDays),
          explainedSince:
            type === 'crypto'
              ? null
              : findExplainedSince({
                  type,
                  first_snapshot: seenDays[0] ?? null,
                  first_posted: postedDays[0] ?? null,
                }),
        });
        const known = {
          type,
          seenDays: seenDays.map(formatDayNumber),
          postedDays: postedDays.map(formatDayNumber),
          hasCurrent,
        };
        expect(balanceKindsOn(account, daysThrough(today), today)).toEqual(
          daysThrough(today).map((day) =>
            referenceKind(known, formatDayNumber(day), formatDayNumber(today)),
          ),
        );
      },
    ),
  );
});
