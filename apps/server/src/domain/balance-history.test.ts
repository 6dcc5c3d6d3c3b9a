import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BalancePast,
  balancesAt,
  basisAt,
  dayNumber,
  dayOnWire,
  type OnDay,
  unexplainedChanges,
} from './balance-history.ts';

const past = (known: Partial<BalancePast>): BalancePast => ({
  isDebt: false,
  current: null,
  snapshots: [],
  posted: [],
  ...known,
});

describe('what a balance stands on', () => {
  const seen = past({
    current: 5,
    snapshots: [
      [3, 1],
      [6, 2],
    ],
  });

  test.each([
    [2, { kind: 'walked_back', day: 3 }],
    [3, { kind: 'seen', day: 3 }],
    [5, { kind: 'moved', day: 3 }],
    [6, { kind: 'seen', day: 6 }],
    [8, { kind: 'moved', day: 6 }],
  ])('on day %i', (day, basis) => {
    expect(basisAt(seen, day, 9)).toEqual(basis);
  });

  test('is the balance of now where no sync saw any, and nothing where there is none', () => {
    expect(basisAt(past({ current: 5 }), 2, 9)).toEqual({ kind: 'walked_back', day: 9 });
    expect(basisAt(past({}), 2, 9)).toBeNull();
  });
});

describe('the balance at the end of a day', () => {
  const spending: OnDay[] = [
    [8, 1_000],
    [9, 250],
    [10, 400],
  ];

  test('walked back, a deposit account rises over what was spent', () => {
    const account = past({ current: 5_000, snapshots: [[10, 5_000]], posted: spending });
    expect(balancesAt(account, [7, 8, 9, 10], 10)).toEqual([6_650, 5_650, 5_400, 5_000]);
  });

  test('walked back, a card falls', () => {
    const card = past({ isDebt: true, current: 5_000, snapshots: [[10, 5_000]], posted: spending });
    expect(balancesAt(card, [7, 8, 9, 10], 10)).toEqual([3_350, 4_350, 4_600, 5_000]);
  });

  test('money that came in lowers the days before it', () => {
    const account = past({ current: 900, snapshots: [[5, 900]], posted: [[5, -700]] });
    expect(balancesAt(account, [4, 5], 5)).toEqual([200, 900]);
  });

  test('is what a sync saw, where one did, and moves on from there over what posted', () => {
    const account = past({
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
    // 100 of the 800 between the two are in no row: they show on the day of the later one.
    expect(balancesAt(account, [3, 4, 5, 6, 7], 7)).toEqual([5_000, 4_900, 4_900, 4_200, 4_100]);
  });

  test("today's is what the bank says now, whatever a snapshot of today or of a day ahead said", () => {
    const account = past({
      current: 700,
      snapshots: [
        [5, 900],
        [6, 800],
      ],
    });
    expect(balancesAt(account, [4, 5], 5)).toEqual([900, 700]);
    // Somewhere it is tomorrow already: the snapshot is that day's, and what posted until then is in it.
    const evening = past({ current: 700, snapshots: [[6, 700]], posted: [[6, 50]] });
    expect(balancesAt(evening, [4, 5], 5)).toEqual([750, 700]);
  });

  test('without a snapshot goes back from what the bank says now; without that there is none', () => {
    expect(balancesAt(past({ current: 100, posted: [[3, 20]] }), [2, 3], 3)).toEqual([120, 100]);
    expect(balancesAt(past({ posted: [[3, 20]] }), [2, 3], 3)).toBeNull();
    // No balance any more: the last one known moves on.
    expect(balancesAt(past({ snapshots: [[1, 100]], posted: [[3, 20]] }), [2, 3], 3)).toEqual([
      100, 80,
    ]);
  });
});

describe('what no row explains', () => {
  test('is the change between two snapshots less what posted on the days between', () => {
    const account = past({
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
    expect(unexplainedChanges(account)).toEqual([[4, 4_210]]);
  });

  test('of a debt goes the other way', () => {
    const card = past({
      isDebt: true,
      snapshots: [
        [1, 1_000],
        [2, 1_500],
      ],
      posted: [[2, 500]],
    });
    expect(unexplainedChanges(card)).toEqual([]);
    expect(unexplainedChanges({ ...card, posted: [] })).toEqual([[2, 500]]);
  });

  test('is nothing where a row was dated a few days before it moved the balance', () => {
    const late = (day: number) =>
      past({
        snapshots: [
          [1, 1_000],
          [2, 1_000],
          [day, 900],
        ],
        posted: [[2, 100]],
      });
    expect(unexplainedChanges(late(6))).toEqual([]);
    expect(unexplainedChanges(late(7))).toEqual([
      [2, 100],
      [7, -100],
    ]);
  });
});

const days = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 40 });
const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });

test('a ledger whose every row is known is met on every day, and has no gap', () => {
  fc.assert(
    fc.property(
      days,
      days,
      fc.boolean(),
      cents,
      fc.array(cents, { minLength: 40, maxLength: 40 }),
      (postedDays, seenDays, isDebt, opening, amounts) => {
        const posted = postedDays
          .toSorted((a, b) => a - b)
          .map((day, index): OnDay => [day, amounts[index] ?? 0]);
        // The slow way: day by day from the opening balance.
        const truth: number[] = [];
        for (let day = 0, balance = opening; day <= 400; day += 1) {
          for (const [on, amount] of posted) if (on === day) balance += isDebt ? amount : -amount;
          truth.push(balance);
        }
        const account: BalancePast = {
          isDebt,
          current: truth[400] ?? 0,
          snapshots: seenDays.toSorted((a, b) => a - b).map((day) => [day, truth[day] ?? 0]),
          posted,
        };
        const all = truth.map((_, day) => day);
        expect(balancesAt(account, all, 400)).toEqual(truth);
        expect(unexplainedChanges(account)).toEqual([]);
      },
    ),
  );
});

test('days are numbered from 1970 on and read back, over leap days too', () => {
  for (const day of ['1970-01-01', '2024-02-29', '2026-12-31'])
    expect(dayOnWire(dayNumber(Temporal.PlainDate.from(day)))).toBe(day);
});
