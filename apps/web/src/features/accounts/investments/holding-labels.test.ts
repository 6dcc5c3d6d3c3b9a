import { describe, expect, test } from 'vitest';
import type { AccountHoldings } from '../accounts.api.ts';
import {
  describeCoverage,
  formatGain,
  formatHoldingPrice,
  formatQuantity,
  type Holding,
  securityName,
  totalBySecurity,
} from './holding-labels.ts';

const holding = (change: Partial<Holding> = {}): Holding => ({
  security_id: 'id',
  name: 'A Fund',
  ticker_symbol: 'AFND',
  type: 'etf',
  is_cash: false,
  quantity: '1204.5',
  price: '12.3456',
  price_as_of: '2026-11-20',
  value: 100,
  currency: 'USD',
  cost_basis: 80,
  gain: 20,
  ...change,
});
const account = (
  unaccounted_balance: number | null,
  holdings: Holding[] = [],
): AccountHoldings => ({
  account_id: 'ira',
  currency: 'USD',
  holdings,
  total: 0,
  unaccounted_balance,
  as_of: '2026-11-22T06:00:00Z',
});

describe('a holding', () => {
  test('shows its quantity and price unless it is cash', () => {
    expect([formatQuantity(holding()), formatHoldingPrice(holding())]).toEqual([
      '1,204.5',
      '$12.3456',
    ]);
    expect(formatHoldingPrice(holding({ price: '7' }))).toBe('$7.00');
    expect(formatHoldingPrice(holding({ price: '0.12345678' }))).toBe('$0.1235');
    expect(formatQuantity(holding({ type: 'cash' }))).toBeNull();
    expect(formatHoldingPrice(holding({ type: 'cash' }))).toBeNull();
  });

  test('shows its gain or loss if that is reported', () => {
    expect(formatGain(holding())).toEqual({ amount: '+$20.00', percent: '+25.0%' });
    expect(formatGain(holding({ gain: -20 }))).toEqual({ amount: '−$20.00', percent: '−25.0%' });
    expect(formatGain(holding({ gain: 5, cost_basis: 0 }))).toEqual({
      amount: '+$5.00',
      percent: null,
    });
    expect(formatGain(holding({ gain: null, cost_basis: null }))).toBeNull();
  });

  test('falls back to its symbol and then to a generic name', () => {
    expect(securityName(holding({ name: null }))).toBe('AFND');
    expect(securityName(holding({ name: null, ticker_symbol: null }))).toBe('Unnamed security');
  });
});

test.each([
  [0, "This adds up to the account's balance."],
  [
    9.14,
    "$9.14 of the balance isn't in this list because the institution doesn't report how it's invested.",
  ],
  [-9.14, "This adds up to $9.14 more than the account's balance."],
  [null, "The institution doesn't provide a balance to compare this with."],
])('with %d of the balance not covered by holdings, the note is: %s', (amount, expected) => {
  expect(describeCoverage(account(amount))).toBe(expected);
});

test('holdings in other currencies are named as the reason for a balance above the total', () => {
  expect(describeCoverage(account(9.14, [holding({ currency: 'EUR' })]))).toBe(
    "$9.14 of the balance isn't in this total, which leaves out holdings in other currencies.",
  );
});

describe('holdings of several accounts', () => {
  test('are added up by security, and the amount that no holding covers is unreported', () => {
    const { securities, unreported, unreportedShare } = totalBySecurity(
      [
        account(0, [
          holding({ value: 50.1 }),
          holding({ name: 'Cash', ticker_symbol: null, value: 5 }),
        ]),
        account(0, [holding({ security_id: 'other', value: 24.9 }), holding({ currency: 'EUR' })]),
      ],
      10_000,
      'USD',
    );
    expect(securities.map(({ name, value, share }) => [name, value, share])).toEqual([
      ['A Fund', 7_500, 0.75],
      ['Cash', 500, 0.05],
    ]);
    expect([unreported, unreportedShare]).toEqual([2_000, 0.2]);
  });

  test('add up to nothing without accounts, and the unreported amount is never negative', () => {
    expect(totalBySecurity([], 0, 'USD')).toEqual({
      securities: [],
      unreported: 0,
      unreportedShare: 0,
    });
    expect(totalBySecurity([account(-50, [holding()])], 5_000, 'USD').unreported).toBe(0);
  });
});
