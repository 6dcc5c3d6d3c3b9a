import { describe, expect, test } from 'vitest';
import { formatDayNumber } from '../../domain/balances/balance-history.ts';
import { historyDays, parseRange, rangeStart } from './history-days.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const formattedDays = (
  ...[range, first, today]: [Parameters<typeof historyDays>[0], string, string]
) => historyDays(range, day(first), day(today)).map(formatDayNumber);

describe('history days', () => {
  test('are every day of a range, including both ends, across the end of a month', () => {
    expect(formattedDays('1M', '2026-02-26', '2026-03-02')).toEqual([
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
  });

  test('are the first day, the end of each month, and today for the whole history', () => {
    expect(formattedDays('ALL', '2025-12-31', '2026-04-30')).toEqual([
      '2025-12-31',
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
    expect(formattedDays('ALL', '2026-01-10', '2026-05-01').slice(-2)).toEqual([
      '2026-04-30',
      '2026-05-01',
    ]);
  });

  test('are every day if the whole history is short', () => {
    expect(formattedDays('ALL', '2026-03-01', '2026-03-03')).toHaveLength(3);
    expect(formattedDays('ALL', '2026-03-03', '2026-03-03')).toEqual(['2026-03-03']);
  });

  test('start the given number of months ago, or on the last day of a shorter month', () => {
    expect(rangeStart('1M', day('2026-03-31'))?.toString()).toBe('2026-02-28');
    expect(rangeStart('1Y', day('2024-02-29'))?.toString()).toBe('2023-02-28');
    expect(rangeStart('ALL', day('2026-03-31'))).toBeNull();
  });

  test('span one year by default, and unknown ranges are rejected', () => {
    expect(parseRange(undefined)).toBe('1Y');
    expect(parseRange('3M')).toBe('3M');
    expect(() => parseRange('2M')).toThrow(/Unknown range '2M'/);
    expect(() => parseRange('toString')).toThrow(/Unknown range/);
  });
});
