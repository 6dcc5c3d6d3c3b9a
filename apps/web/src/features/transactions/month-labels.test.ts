import { describe, expect, test } from 'vitest';
import { monthAway } from '../../platform/months.ts';
import { monthLabels } from './month-labels.ts';

const until = (last: string, count: number) =>
  Array.from({ length: count }, (_, index) => monthAway(last, index - count + 1));

describe('the months below a chart', () => {
  test('are all named where there is room', () => {
    expect(monthLabels(until('2026-03', 4), 40)).toEqual(['Dec', 'Jan', 'Feb', 'Mar']);
  });

  test('are named from the last one back where there is less', () => {
    expect(monthLabels(until('2026-03', 4), 20)).toEqual([null, 'Jan', null, 'Mar']);
  });

  test('of several years tell the years', () => {
    const named = monthLabels(until('2026-03', 16), 20);
    expect(named.filter(Boolean)).toEqual([
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
    'of %i months never meet, on the narrowest phone either',
    (count) => {
      const band = 190 / count;
      const places = monthLabels(until('2026-11', count), band).flatMap((label, index) =>
        label === null ? [] : [index * band],
      );
      const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
      expect(Math.min(...gaps, 100)).toBeGreaterThanOrEqual(31.9);
    },
  );
});
