import { expect, test } from 'vitest';
import { balancesOn, type DayAmount } from './balance-history.ts';
import { combineCryptoHistories } from './crypto-history.ts';

const valuesOn = (exchanges: DayAmount[][], days: number[], today: number) => {
  const history = combineCryptoHistories(exchanges);
  return history && balancesOn(history, days, today);
};

test('days without a snapshot have the previous value, days before the first snapshot have its value', () => {
  const snapshots: DayAmount[] = [
    [10, 100_25],
    [13, 99_75],
  ];
  expect(valuesOn([snapshots], [8, 9, 10, 11, 12, 13, 14], 14)).toEqual([
    100_25, 100_25, 100_25, 100_25, 100_25, 99_75, 99_75,
  ]);
});

test('two exchanges both count on every day', () => {
  const [one, other]: DayAmount[][] = [
    [
      [10, 5_00],
      [12, 7_00],
    ],
    [[11, 1]],
  ];
  expect(valuesOn([one ?? [], other ?? []], [9, 10, 11, 12, 13], 13)).toEqual([
    5_01, 5_01, 5_01, 7_01, 7_01,
  ]);
});

test('today has the latest value, even if its UTC day is tomorrow', () => {
  expect(
    valuesOn(
      [
        [
          [10, 5_00],
          [15, 8_00],
        ],
      ],
      [13, 14],
      14,
    ),
  ).toEqual([5_00, 8_00]);
});

test('the combined history is null without any snapshot', () => {
  expect(valuesOn([], [1, 2], 2)).toBeNull();
});
