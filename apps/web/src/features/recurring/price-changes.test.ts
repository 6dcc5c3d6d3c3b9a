import { describe, expect, test } from 'vitest';
import { priceChanges } from './price-changes.ts';

const payments = (...amounts: number[]) =>
  amounts.map((amount, id) => ({ id: String(id), amount }));

describe('price changes', () => {
  test('list the previous amount of each payment whose amount changed', () => {
    const { previousAmounts, varies } = priceChanges(payments(17.99, 17.99, 15.99, 15.99, 15.99));
    expect([[...previousAmounts], varies]).toEqual([[['1', 15.99]], false]);
  });

  test('are not reported if most amounts differ from the one before', () => {
    const result = priceChanges(payments(81, 77, 102, 102, 99));
    expect(result).toEqual({ previousAmounts: new Map(), varies: true });
  });

  test('need a history of at least two payments', () => {
    expect(priceChanges(payments(5)).previousAmounts.size).toBe(0);
    expect([...priceChanges(payments(6, 5)).previousAmounts]).toEqual([['0', 5]]);
  });
});
