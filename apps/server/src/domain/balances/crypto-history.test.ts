import { expect, test } from 'vitest';
import type { DayAmount } from './balance-history.ts';
import { totalsOn } from './balance-kinds.ts';
import { exchangeHistory } from './crypto-history.ts';

const totals = (exchanges: DayAmount[][], days: number[], today: number) =>
  totalsOn(exchanges.map(exchangeHistory), days, today);

test('a day without a snapshot has the value of the previous snapshot, or of the first one', () => {
  const snapshots: DayAmount[] = [
    [10, 100_25],
    [13, 99_75],
  ];
  expect(totals([snapshots], [8, 9, 10, 11, 12, 13, 14], 14)).toEqual({
    cents: [100_25, 100_25, 100_25, 100_25, 100_25, 99_75, 99_75],
    kinds: ['estimated', 'estimated', 'seen', 'estimated', 'estimated', 'seen', 'seen'],
  });
});

test('a total includes both exchanges on every day, and is seen only on days on which both were recorded', () => {
  const one: DayAmount[] = [
    [10, 5_00],
    [12, 7_00],
  ];
  expect(
    totals(
      [
        one,
        [
          [11, 1],
          [12, 1],
        ],
      ],
      [9, 10, 11, 12],
      13,
    ),
  ).toEqual({
    cents: [5_01, 5_01, 5_01, 7_01],
    kinds: ['estimated', 'estimated', 'estimated', 'seen'],
  });
});

test('today has the latest value, even if the date in UTC is already tomorrow', () => {
  const snapshots: DayAmount[] = [
    [10, 5_00],
    [15, 8_00],
  ];
  expect(totals([snapshots], [13, 14], 14)).toEqual({
    cents: [5_00, 8_00],
    kinds: ['estimated', 'seen'],
  });
});

test('the total is null if there is no exchange', () => {
  expect(totals([], [1, 2], 2)).toBeNull();
});
