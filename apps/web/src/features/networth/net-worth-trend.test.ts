import { expect, test } from 'vitest';
import { lineText, netWorthTrend, trendText } from './net-worth-trend.ts';

const day = (date: string, net: number, estimated = false) => ({ date, net, estimated });

test('the trend compares the first day of the range with today, to the cent', () => {
  const points = [day('2026-08-23', 1000.1), day('2026-09-01', 5000), day('2026-11-23', 2204.21)];
  const trend = netWorthTrend(points);
  expect(trend?.change).toBe(1204.11);
  expect(trendText(points, 'USD')).toBe('Up $1,204.11 since Aug 23');
});

test('a decrease and an unchanged net worth are described as such', () => {
  const textOf = (start: number, end: number) =>
    trendText([day('2026-08-23', start), day('2026-11-23', end)], 'EUR');
  expect(textOf(-100, -150.5)).toBe('Down €50.50 since Aug 23');
  expect(textOf(70, 70)).toBe('Unchanged since Aug 23');
});

test('the trend starts on the first known day, so that it never depends on an estimate', () => {
  const points = [
    day('2026-08-23', 100_000, true),
    day('2026-10-01', 151_000),
    day('2026-11-19', 150_000, true),
    day('2026-11-23', 152_000),
  ];
  expect(trendText(points, 'USD')).toBe('Up $1,000.00 since Oct 1');
  expect(lineText(points, 'USD')).toBe(
    'Net worth from Aug 23, 2026 to Nov 23, 2026: from $100,000.00 to $152,000.00, partly estimated.',
  );
});

test('if only today is known, a note that earlier days are estimated replaces the change', () => {
  const points = [day('2026-08-23', 100, true), day('2026-11-23', 200)];
  expect(netWorthTrend(points)).toBeNull();
  expect(trendText(points, 'USD')).toBe('Before today, some balances are estimated.');
});

test('the history starts today only if there is no earlier day, known or estimated', () => {
  const today = [day('2026-11-23', 200)];
  expect(netWorthTrend(today)).toBeNull();
  expect(trendText(today, 'USD')).toBe('History starts today.');
  expect(netWorthTrend([])).toBeNull();
});

test('if today is estimated, a note about that replaces the change', () => {
  const earlier = day('2026-08-23', 100);
  const today = day('2026-11-23', 200, true);
  expect(netWorthTrend([earlier, today])).toBeNull();
  expect(trendText([earlier, today], 'USD')).toBe("Some of today's balances are estimated.");
  expect(trendText([today], 'USD')).toBe("Some of today's balances are estimated.");
});

test('a line of known values is described without estimates', () => {
  expect(lineText([day('2026-08-23', 100), day('2026-11-23', 200)], 'USD')).toBe(
    'Net worth from Aug 23, 2026 to Nov 23, 2026: from $100.00 to $200.00.',
  );
});
