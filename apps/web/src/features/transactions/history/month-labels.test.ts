import { describe, expect, test } from 'vitest';
import { addMonths } from '../../../domain/months.ts';
import { monthLabels } from './month-labels.ts';

const monthsUntil = (last: string, count: number) =>
  Array.from({ length: count }, (_, index) => addMonths(last, index - count + 1));

describe('month labels below a chart', () => {
  test('all appear when there is room', () => {
    expect(monthLabels(monthsUntil('2026-03', 4), 40)).toEqual(['Dec', 'Jan', 'Feb', 'Mar']);
  });

  test('are thinned out from the last month backward when space is short', () => {
    expect(monthLabels(monthsUntil('2026-03', 4), 20)).toEqual([null, 'Jan', null, 'Mar']);
  });

  test('show the year in January when they span more than a year', () => {
    const labels = monthLabels(monthsUntil('2026-03', 16), 20);
    expect(labels.filter(Boolean)).toEqual([
      '2025',
      'Mar',
      'May',
      'Jul',
      'Sep',
      'Nov',
      '2026',
      'Mar',
    ]);
  });

  test.each([2, 13, 25, 60, 120])(
    'of %i months never overlap, even on the narrowest phone',
    (count) => {
      const band = 190 / count;
      const positions = monthLabels(monthsUntil('2026-11', count), band).flatMap((label, index) =>
        label === null ? [] : [index * band],
      );
      const gaps = positions.slice(1).map((position, index) => position - (positions[index] ?? 0));
      expect(Math.min(...gaps, 100)).toBeGreaterThanOrEqual(31.9);
    },
  );
});
