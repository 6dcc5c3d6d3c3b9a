import { describe, expect, test } from 'vitest';
import { addAmounts, amountOver, percentOfAmount, percentOfPlan } from './planned-amounts.ts';

describe('an amount compared with its plan', () => {
  test.each([
    [2_876.58, 2_874, 101, 2.58],
    [2_874, 2_874, 100, 0],
    [2_873.99, 2_874, 99, 0],
    [0.3, 0.1, 300, 0.2],
    [5, 0, 0, 5],
    [-5, 10, 0, 0],
    [0, 0, 0, 0],
  ])('%d of %d planned is %d%%, and over by %d', (actual, planned, percent, over) => {
    expect(percentOfPlan(actual, planned)).toBe(percent);
    expect(amountOver(actual, planned)).toBe(over);
  });

  test('is computed exactly to the cent', () => {
    expect(addAmounts(0.1, 0.2)).toBe(0.3);
    expect([percentOfAmount(1, 3), percentOfAmount(5, 0), percentOfAmount(0.29, 0.29)]).toEqual([
      33, 0, 100,
    ]);
  });
});
