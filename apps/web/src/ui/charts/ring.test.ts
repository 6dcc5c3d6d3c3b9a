import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ringSlices } from './ring.ts';

const ring = { outer: 100, inner: 60, gap: 0 };

test('a quarter slice starts at the top and goes clockwise', () => {
  const [first, second] = ringSlices([1, 3], ring);
  expect(first?.path).toBe('M0,-100A100,100,0,0,1,100,0L60,0A60,60,0,0,0,0,-60Z');
  expect(first?.center.map(Math.round)).toEqual([57, -57]);
  // The other slice is more than half a turn, so it uses the large arc.
  expect(second?.path).toContain('A100,100,0,1,1');
});

test('a single slice is a full ring', () => {
  const [only] = ringSlices([7], { ...ring, gap: 3 });
  expect(only?.path).toBe(
    'M0,-100A100,100,0,1,1,0,100A100,100,0,1,1,0,-100M0,-60A60,60,0,1,0,0,60A60,60,0,1,0,0,-60Z',
  );
});

test('a slice smaller than the gap is still visible', () => {
  const [, tiny] = ringSlices([1000, 1], { ...ring, gap: 3 });
  const [, startX = '', endX = ''] =
    /^M([^,]+),.+A100,100,0,0,1,([^,]+),/.exec(tiny?.path ?? '') ?? [];
  expect(Math.abs(Number(endX) - Number(startX))).toBeGreaterThan(0);
});

test('every value has a slice with a valid path and a center inside the ring', () => {
  const values = fc.array(fc.double({ min: 0.01, max: 1e9, noNaN: true }), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(values, (shares) => {
      const slices = ringSlices(shares, { ...ring, gap: 3 });
      expect(slices).toHaveLength(shares.length);
      for (const { path, center } of slices) {
        expect(path).not.toContain('NaN');
        expect(Math.hypot(...center)).toBeCloseTo(80);
      }
    }),
  );
});
