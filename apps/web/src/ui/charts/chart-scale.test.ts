import { describe, expect, test } from 'vitest';
import { formatAxisValue } from '../../platform/formats/formats.ts';
import { fittedAxis, indexAt, valueAxis, xOfIndex } from './chart-scale.ts';

describe('valueAxis', () => {
  test('the axis covers zero and every value with round ticks', () => {
    expect(valueAxis([48.53, 4511.74, 5909.25])).toEqual({
      min: 0,
      max: 6000,
      ticks: [0, 2000, 4000, 6000],
    });
  });

  test('ticks of 1,000 and above are exact when formatted as N.Nk', () => {
    for (let high = 1000; high < 2_000_000; high = Math.round(high * 1.07)) {
      for (const tick of valueAxis([high]).ticks) {
        const label = formatAxisValue(tick);
        const parsed = label.endsWith('k') ? Number.parseFloat(label) * 1000 : Number(label);
        expect(parsed, `${tick} as ${label}`).toBeCloseTo(tick, 6);
      }
    }
  });

  test('the axis goes below zero for a month of refunds', () => {
    const { min, max, ticks } = valueAxis([-120, 300]);
    expect(min).toBeLessThanOrEqual(-120);
    expect(max).toBeGreaterThanOrEqual(300);
    expect(ticks).toContain(0);
  });

  test('the axis has whole ticks if all values are zero', () => {
    expect(valueAxis([0, 0]).ticks).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('fittedAxis', () => {
  test('the axis covers the values, not zero', () => {
    expect(fittedAxis([148_200, 152_637.5])).toEqual({
      min: 148_000,
      max: 153_000,
      ticks: [148_000, 149_000, 150_000, 151_000, 152_000, 153_000],
    });
  });

  test('a flat line is not magnified, and lies between two ticks', () => {
    const { min, max } = fittedAxis([50_000, 50_001]);
    expect(max - min).toBeGreaterThanOrEqual(1000);
    expect([min <= 50_000, max >= 50_001]).toEqual([true, true]);
    expect(fittedAxis([0]).ticks.length).toBeGreaterThan(1);
  });

  test('ticks are exact when formatted, for debts as well', () => {
    for (let high = 1000; high < 2_000_000; high = Math.round(high * 1.07)) {
      for (const tick of [
        ...fittedAxis([high, high * 1.03]).ticks,
        ...fittedAxis([-high, 0]).ticks,
      ]) {
        const label = formatAxisValue(tick).replace('−', '-');
        const parsed = label.endsWith('k') ? Number.parseFloat(label) * 1000 : Number(label);
        expect(parsed, `${tick} as ${label}`).toBeCloseTo(tick, 6);
      }
    }
  });
});

describe('xOfIndex and indexAt', () => {
  test('points reach both edges, and bands are centered', () => {
    expect(xOfIndex('points', 31, 0, 300)).toBe(0);
    expect(xOfIndex('points', 31, 30, 300)).toBe(300);
    expect(xOfIndex('bands', 12, 0, 240)).toBe(10);
    expect(xOfIndex('points', 1, 0, 300)).toBe(150);
  });

  test('every index is found at its own x coordinate', () => {
    for (const distribution of ['points', 'bands'] as const) {
      for (let index = 0; index < 12; index += 1) {
        expect(indexAt(distribution, 12, xOfIndex(distribution, 12, index, 317), 317)).toBe(index);
      }
    }
  });

  test('an x coordinate beyond the edges gives the first or last index', () => {
    expect(indexAt('points', 31, -40, 300)).toBe(0);
    expect(indexAt('bands', 12, 999, 300)).toBe(11);
  });
});
