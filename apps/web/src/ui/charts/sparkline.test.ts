import { expect, test } from 'vitest';
import { drawSparkline, segmentsOf } from './sparkline.tsx';

const pointsOf = (...values: readonly (number | `~${number}`)[]) =>
  values.map((value) =>
    typeof value === 'number'
      ? { value, estimated: false }
      : { value: Number(value.slice(1)), estimated: true },
  );

test('a sparkline spans its width, with its lowest value at the bottom and its highest at the top', () => {
  expect(drawSparkline(pointsOf(200, 100, 300)).map(({ x, y }) => [x, y])).toEqual([
    [0, 50],
    [50, 94],
    [100, 6],
  ]);
});

test('values that never change are drawn as a line in the middle', () => {
  expect(drawSparkline(pointsOf(70, 70)).map(({ y }) => y)).toEqual([50, 50]);
});

test('debts are drawn like any other values', () => {
  expect(drawSparkline(pointsOf(-300, -100)).map(({ y }) => y)).toEqual([94, 6]);
});

test('a segment with an estimate at either end belongs to the dashed line only', () => {
  const line = drawSparkline(pointsOf('~0', '~0', 100, 100, 0));
  expect(segmentsOf(line, true)).toBe('M0.00 94.00L25.00 94.00L50.00 6.00');
  expect(segmentsOf(line, false)).toBe('M50.00 6.00L75.00 6.00L100.00 94.00');
});

test('an estimate between known values interrupts the solid line', () => {
  const line = drawSparkline(pointsOf(0, 0, '~100', 0, 0));
  expect(segmentsOf(line, true)).toBe('M25.00 94.00L50.00 6.00L75.00 94.00');
  expect(segmentsOf(line, false)).toBe('M0.00 94.00L25.00 94.00M75.00 94.00L100.00 94.00');
});
