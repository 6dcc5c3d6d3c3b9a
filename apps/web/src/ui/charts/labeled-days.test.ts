import { expect, test } from 'vitest';
import { labeledDays } from './labeled-days.ts';

/** The labeled days of a chart that is `width` px wide and has `count` days, starting at `from`. */
function labels(from: string, count: number, width: number): string[] {
  const first = Temporal.PlainDate.from(from);
  const days = Array.from({ length: count }, (_, add) => first.add({ days: add }).toString());
  const x = (index: number) => (index / Math.max(1, count - 1)) * width;
  return labeledDays(days, width, x).indices.map((index) => days[index] ?? '');
}

test('up to half a year is labeled with evenly spaced days from the first to the last', () => {
  expect(labels('2026-03-01', 31, 200)).toEqual(['2026-03-01', '2026-03-16', '2026-03-31']);
  expect(labels('2026-03-01', 1, 200)).toEqual(['2026-03-01']);
});

test('a year is labeled at evenly spaced starts of months', () => {
  expect(labels('2025-11-23', 366, 240)).toEqual(['2026-02-01', '2026-06-01', '2026-10-01']);
  expect(labels('2025-11-23', 366, 160)).toEqual(['2026-03-01', '2026-09-01']);
  expect(labels('2025-11-23', 366, 1000)).toHaveLength(11);
});
