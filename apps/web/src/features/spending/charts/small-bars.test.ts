import { expect, test } from 'vitest';
import { smallBars } from './small-bars.ts';

test('bars start at the bottom, and the largest fills the height', () => {
  expect(smallBars([0, 50, 100])).toEqual({
    zero: 1,
    bars: [
      { top: 1, height: 0 },
      { top: 0.5, height: 0.5 },
      { top: 0, height: 1 },
    ],
  });
});

test('a month with more refunds than spending has a bar below the zero line', () => {
  expect(smallBars([75, -25])).toEqual({
    zero: 0.75,
    bars: [
      { top: 0, height: 0.75 },
      { top: 0.75, height: 0.25 },
    ],
  });
  expect(smallBars([-10, -5]).bars).toEqual([
    { top: 0, height: 1 },
    { top: 0, height: 0.5 },
  ]);
});

test('a small amount stays visible, and zero amounts have no height', () => {
  expect(smallBars([1, 10_000]).bars[0]?.height).toBe(0.04);
  expect(smallBars([0, 0]).bars.map(({ height }) => height)).toEqual([0, 0]);
});
