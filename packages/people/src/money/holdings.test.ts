import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdingsOf } from './holdings.ts';

const totalValue = (holdings: ReturnType<typeof holdingsOf>) =>
  holdings.reduce((sum, { value }) => sum + value, 0);

test('the holdings of an account add up to its balance to the cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000_000, max: 5_000_000_000 }),
      fc.constantFrom('brokerage', '401k', 'ira'),
      fc.integer({ min: 0, max: 2_000 }),
      (current, subtype, days) => {
        const day = new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10);
        const holdings = holdingsOf({ subtype, current }, day);
        expect(totalValue(holdings)).toBe(current);
        for (const { quantity, price, value, priceDay } of holdings) {
          expect(value).toBe(Math.round(quantity * price));
          expect(priceDay <= day).toBe(true);
        }
      },
    ),
  );
});

test('a brokerage account has gains and losses, and an employer plan has no cost basis', () => {
  const holdings = holdingsOf({ subtype: 'brokerage', current: 9_640_000 }, '2026-11-22');
  const gains = holdings.map(({ value, cost }) => (cost === null ? null : Math.sign(value - cost)));
  expect(new Set(gains)).toEqual(new Set([1, -1, null]));
  // On a Sunday, the prices are Friday's.
  expect(holdings[0]?.priceDay).toBe('2026-11-20');
  const plan = holdingsOf({ subtype: '401k', current: 9_640_000 }, '2026-11-22');
  expect(plan.every(({ cost }) => cost === null)).toBe(true);
});

test('an account without a balance has no holdings', () => {
  expect(holdingsOf({ subtype: 'ira', current: null }, '2026-11-22')).toEqual([]);
  expect(holdingsOf({ subtype: 'ira', current: 0 }, '2026-11-22')).toEqual([]);
});
