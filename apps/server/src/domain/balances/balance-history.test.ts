import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BalanceHistory,
  balancesOn,
  type DayAmount,
  formatDayNumber,
  toDayNumber,
  unexplainedAmounts,
} from './balance-history.ts';

const history = (known: Partial<BalanceHistory>): BalanceHistory => ({
  isDebt: false,
  current: null,
  snapshots: [],
  posted: [],
  explainedSince: null,
  ...known,
});

describe('the balance at the end of a day', () => {
  const spending: DayAmount[] = [
    [8, 1_000],
    [9, 250],
    [10, 400],
  ];

  test('of a deposit account was higher before spending', () => {
    const account = history({ current: 5_000, snapshots: [[10, 5_000]], posted: spending });
    expect(balancesOn(account, [7, 8, 9, 10], 10)).toEqual([6_650, 5_650, 5_400, 5_000]);
  });

  test('of a card was lower before spending', () => {
    const card = history({
      isDebt: true,
      current: 5_000,
      snapshots: [[10, 5_000]],
      posted: spending,
    });
    expect(balancesOn(card, [7, 8, 9, 10], 10)).toEqual([3_350, 4_350, 4_600, 5_000]);
  });

  test('of a deposit account was lower before money came in', () => {
    const account = history({ current: 900, snapshots: [[5, 900]], posted: [[5, -700]] });
    expect(balancesOn(account, [4, 5], 5)).toEqual([200, 900]);
  });

  test('is the snapshot of that day, or carried forward from the last one and adjusted for posted transactions', () => {
    const account = history({
      current: 4_100,
      snapshots: [
        [3, 5_000],
        [6, 4_200],
      ],
      posted: [
        [4, 100],
        [6, 600],
        [7, 100],
      ],
    });
    // No transaction explains 100 of the 800 between the snapshots. The 100 appear on the day of the later one.
    expect(balancesOn(account, [3, 4, 5, 6, 7], 7)).toEqual([5_000, 4_900, 4_900, 4_200, 4_100]);
  });

  test('is the current balance for today, whatever a snapshot of today or tomorrow says', () => {
    const account = history({
      current: 700,
      snapshots: [
        [5, 900],
        [6, 800],
      ],
    });
    expect(balancesOn(account, [4, 5], 5)).toEqual([900, 700]);
    // The UTC day is already tomorrow: its snapshot includes what has posted by then.
    const evening = history({ current: 700, snapshots: [[6, 700]], posted: [[6, 50]] });
    expect(balancesOn(evening, [4, 5], 5)).toEqual([750, 700]);
  });

  test('is carried back from the current balance if there are no snapshots, and null if no balance is known', () => {
    expect(balancesOn(history({ current: 100, posted: [[3, 20]] }), [2, 3], 3)).toEqual([120, 100]);
    expect(balancesOn(history({ posted: [[3, 20]] }), [2, 3], 3)).toBeNull();
    // The bank no longer reports a balance: the last snapshot is carried forward.
    expect(balancesOn(history({ snapshots: [[1, 100]], posted: [[3, 20]] }), [2, 3], 3)).toEqual([
      100, 80,
    ]);
  });
});

describe('an unexplained amount', () => {
  test('is the change between two snapshots minus what posted between them', () => {
    const account = history({
      snapshots: [
        [1, 10_000],
        [3, 5_000],
        [4, 9_210],
      ],
      posted: [
        [1, 77],
        [2, 3_000],
        [3, 2_000],
      ],
    });
    expect(unexplainedAmounts(account)).toEqual([[4, 4_210]]);
  });

  test('of a debt has the opposite sign', () => {
    const card = history({
      isDebt: true,
      snapshots: [
        [1, 1_000],
        [2, 1_500],
      ],
      posted: [[2, 500]],
    });
    expect(unexplainedAmounts(card)).toEqual([]);
    expect(unexplainedAmounts({ ...card, posted: [] })).toEqual([[2, 500]]);
  });

  test('is omitted if a transaction was dated up to four days before it moved the balance', () => {
    const postedOn = (day: number) =>
      history({
        snapshots: [
          [1, 1_000],
          [2, 1_000],
          [day, 900],
        ],
        posted: [[2, 100]],
      });
    expect(unexplainedAmounts(postedOn(6))).toEqual([]);
    expect(unexplainedAmounts(postedOn(7))).toEqual([
      [2, 100],
      [7, -100],
    ]);
  });
});

const days = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 40 });
const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });

test('a complete ledger gives the exact balance on every day and no unexplained amounts', () => {
  fc.assert(
    fc.property(
      days,
      days,
      fc.boolean(),
      cents,
      fc.array(cents, { minLength: 40, maxLength: 40 }),
      (postedDays, snapshotDays, isDebt, opening, amounts) => {
        const posted = postedDays
          .toSorted((a, b) => a - b)
          .map((day, index): DayAmount => [day, amounts[index] ?? 0]);
        // The expected balances, computed day by day from the opening balance.
        const expected: number[] = [];
        for (let day = 0, balance = opening; day <= 400; day += 1) {
          for (const [on, amount] of posted) if (on === day) balance += isDebt ? amount : -amount;
          expected.push(balance);
        }
        const account: BalanceHistory = {
          isDebt,
          current: expected[400] ?? 0,
          snapshots: snapshotDays.toSorted((a, b) => a - b).map((day) => [day, expected[day] ?? 0]),
          posted,
          explainedSince: null,
        };
        const allDays = expected.map((_, day) => day);
        expect(balancesOn(account, allDays, 400)).toEqual(expected);
        expect(unexplainedAmounts(account)).toEqual([]);
      },
    ),
  );
});

test('days convert to day numbers and back, including leap days', () => {
  for (const day of ['1970-01-01', '2024-02-29', '2026-12-31'])
    expect(formatDayNumber(toDayNumber(Temporal.PlainDate.from(day)))).toBe(day);
});
