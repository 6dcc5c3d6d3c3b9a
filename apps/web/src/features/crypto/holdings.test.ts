import { describe, expect, test } from 'vitest';
import type { Portfolio } from './crypto.api.ts';
import { formatAmount, formatPrice, formatShare, valueHoldings } from './holdings.ts';

const balance = (code: string, amount: string) => ({
  currency: { code, name: code },
  balance: { amount },
});
const portfolio: Portfolio = {
  portfolio: [
    balance('ADA', '0.5'),
    balance('BTC', '0.01250000'),
    balance('ETH', '2.000000000000000000'),
    balance('OLD', '25'),
    balance('ZERO', '3'),
  ],
  cash: [balance('EUR', '9.20')],
  prices: { ADA: '2', BTC: '0.0000105', ETH: '0.00032', ZERO: '0', EUR: '0.92' },
  as_of: '2026-11-21T12:00:00Z',
};

describe('holdings', () => {
  const shown = valueHoldings(portfolio);

  test('are sorted by value, with dust, unpriced holdings, and cash in separate lists', () => {
    expect(shown.main.map(({ code, value }) => [code, value])).toEqual([
      ['ETH', 6250],
      ['BTC', 1190.48],
    ]);
    expect(shown.dust.map(({ code, value }) => [code, value])).toEqual([['ADA', 0.25]]);
    expect(shown.notCounted.map(({ code, value, price }) => [code, value, price])).toEqual([
      ['OLD', null, null],
      ['ZERO', null, null],
    ]);
    expect(shown.cash.map(({ code, value }) => [code, value])).toEqual([['EUR', 10]]);
  });

  test('add up to the total, which includes dust but not cash or unpriced holdings', () => {
    expect(shown.total).toBe(7440.73);
    const shares = [...shown.main, ...shown.dust].reduce((sum, { share }) => sum + share, 0);
    expect(shares).toBeCloseTo(1, 10);
  });

  test('of an empty portfolio are empty and worth 0', () => {
    const none = valueHoldings({ ...portfolio, portfolio: [], cash: [] });
    expect(none).toEqual({ total: 0, main: [], dust: [], notCounted: [], cash: [] });
  });
});

test('amounts keep all their digits and get thousands separators', () => {
  expect(formatAmount('1000000000.000000000000000000')).toBe('1,000,000,000');
  expect(formatAmount('0.00000001')).toBe('0.00000001');
  expect(formatAmount('1234.50')).toBe('1,234.5');
  expect(formatAmount('1234.50', 'as written')).toBe('1,234.50');
  expect(formatAmount('-1234567.10')).toBe('−1,234,567.1');
});

test('prices below a dollar show their significant digits', () => {
  expect(formatPrice(91_400.5)).toBe('$91,400.50');
  expect(formatPrice(0.0000094)).toBe('$0.0000094');
  expect(formatPrice(0.5)).toBe('$0.50');
});

test('shares have one decimal, and a tiny share is shown as less than 0.1%', () => {
  expect([0.6236, 0.0001, 0, 1].map(formatShare)).toEqual(['62.4%', '<0.1%', '0.0%', '100.0%']);
});
