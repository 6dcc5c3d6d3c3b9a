import { expect, test } from 'vitest';
import { balancesAt, type OnDay } from './balance-history.ts';
import { cryptoPast } from './crypto-past.ts';

const worthOn = (exchanges: OnDay[][], days: number[], today: number) => {
  const past = cryptoPast(exchanges);
  return past && balancesAt(past, days, today);
};

test('a day on which nobody looked carries the one before; before the first look its value stands', () => {
  const looks: OnDay[] = [
    [10, 100_25],
    [13, 99_75],
  ];
  expect(worthOn([looks], [8, 9, 10, 11, 12, 13, 14], 14)).toEqual([
    100_25, 100_25, 100_25, 100_25, 100_25, 99_75, 99_75,
  ]);
});

test('of two exchanges both count on every day', () => {
  const [one, other]: OnDay[][] = [
    [
      [10, 5_00],
      [12, 7_00],
    ],
    [[11, 1]],
  ];
  expect(worthOn([one ?? [], other ?? []], [9, 10, 11, 12, 13], 13)).toEqual([
    5_01, 5_01, 5_01, 7_01, 7_01,
  ]);
});

test('today is what the last look found, also where it was on the day after, by the clock of UTC', () => {
  expect(
    worthOn(
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

test('is nothing where nobody has ever looked', () => {
  expect(worthOn([], [1, 2], 2)).toBeNull();
});
