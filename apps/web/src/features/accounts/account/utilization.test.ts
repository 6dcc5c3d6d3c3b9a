import { expect, test } from 'vitest';
import { computeUtilization } from './utilization.ts';

test('each band includes its upper limit, to the cent', () => {
  const bandAt = (current: number) => computeUtilization(current, 1_000)?.band;
  expect([0, 100, 100.01, 300, 300.01, 500, 500.01, 700, 700.01, 5_000].map(bandAt)).toEqual([
    'Excellent',
    'Excellent',
    'Good',
    'Good',
    'Fair',
    'Fair',
    'High risk',
    'High risk',
    'Very high risk',
    'Very high risk',
  ]);
});

test('the ring is clamped to 0 through 100 while the percentage is not', () => {
  expect(computeUtilization(1_250, 1_000)).toMatchObject({ percent: 125, ring: 100 });
  expect(computeUtilization(-40, 1_000)).toMatchObject({ percent: -4, ring: 0, band: 'Excellent' });
});

test('there is no utilization ring without a limit or a balance', () => {
  expect(computeUtilization(100, null)).toBeNull();
  expect(computeUtilization(100, 0)).toBeNull();
  expect(computeUtilization(null, 1_000)).toBeNull();
});
