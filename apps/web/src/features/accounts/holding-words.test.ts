import { describe, expect, test } from 'vitest';
import type { HoldingsOfAccount } from './accounts.api.ts';
import {
  coverage,
  gainText,
  type Holding,
  heldTogether,
  priceText,
  quantityText,
  securityName,
} from './holding-words.ts';

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
const account = (not_covered: number | null, holdings: Holding[] = []): HoldingsOfAccount => ({
  account_id: 'ira',
  currency: 'USD',
  holdings,
  total: 0,
  not_covered,
  as_of: '2026-11-22T06:00:00Z',
});

describe('a holding', () => {
  test('says how much of it at what price, unless it is cash', () => {
    expect([quantityText(holding()), priceText(holding())]).toEqual(['1,204.5', '$12.3456']);
    expect(priceText(holding({ price: '7' }))).toBe('$7.00');
    expect(priceText(holding({ price: '0.12345678' }))).toBe('$0.1235');
    expect(quantityText(holding({ type: 'cash' }))).toBeNull();
    expect(priceText(holding({ type: 'cash' }))).toBeNull();
  });

  test('says what was gained or lost on it, where that is told', () => {
    expect(gainText(holding())).toEqual({ amount: '+$20.00', percent: '+25.0%' });
    expect(gainText(holding({ gain: -20 }))).toEqual({ amount: '−$20.00', percent: '−25.0%' });
    expect(gainText(holding({ gain: 5, cost_basis: 0 }))).toEqual({
      amount: '+$5.00',
      percent: null,
    });
    expect(gainText(holding({ gain: null, cost_basis: null }))).toBeNull();
  });

  test('has a name of some kind', () => {
    expect(securityName(holding({ name: null }))).toBe('AFND');
    expect(securityName(holding({ name: null, ticker_symbol: null }))).toBe('Unnamed security');
  });
});

test.each([
  [0, 'This adds up to the account’s balance.'],
  [9.14, '$9.14 of the balance is not in this list: the institution does not say what it is in.'],
  [-9.14, 'This comes to $9.14 more than the account’s balance.'],
  [null, 'The institution tells no balance to compare this with.'],
])('%d beside the balance: %s', (rest, said) => {
  expect(coverage(account(rest))).toBe(said);
});

test('what is in another currency may be what the balance has beyond the total', () => {
  expect(coverage(account(9.14, [holding({ currency: 'EUR' })]))).toBe(
    '$9.14 of the balance is not in this total, which leaves out what is in other currencies.',
  );
});

describe('what several accounts hold together', () => {
  test('is one line a security, and what nobody tells', () => {
    const { securities, untold, untoldShare } = heldTogether(
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
    expect([untold, untoldShare]).toEqual([2_000, 0.2]);
  });

  test('is nothing of nothing, and never less than nothing untold', () => {
    expect(heldTogether([], 0, 'USD')).toEqual({ securities: [], untold: 0, untoldShare: 0 });
    expect(heldTogether([account(-50, [holding()])], 5_000, 'USD').untold).toBe(0);
  });
});
