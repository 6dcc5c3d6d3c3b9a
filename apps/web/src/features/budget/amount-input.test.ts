import { describe, expect, test } from 'vitest';
import { formatAmountInput, parseAmount } from './amount-input.ts';

describe('a typed amount', () => {
  test.each([
    ['0', 0],
    ['12', 12],
    [' 12.5 ', 12.5],
    ['.5', 0.5],
    ['12.', 12],
    ['1,234.56', 1_234.56],
    ['$1,234', 1_234],
    ['€ 5.50', 5.5],
    ['$ 7', 7],
    ['1234567.89', 1_234_567.89],
    ['1,000,000,000', 1_000_000_000],
  ])('%j is parsed as %d', (text, amount) => {
    expect(parseAmount(text)).toEqual({ amount });
  });

  test.each([
    ['', 'Enter an amount.'],
    ['  $ ', 'Enter an amount.'],
    ['-1', 'Enter an amount of 0 or more.'],
    ['−1', 'Enter an amount of 0 or more.'],
    ['twelve', 'Enter a number, such as 1,234.56.'],
    ['12,50', 'Enter a number, such as 1,234.56.'],
    ['1,23,456', 'Enter a number, such as 1,234.56.'],
    ['1e3', 'Enter a number, such as 1,234.56.'],
    ['.', 'Enter a number, such as 1,234.56.'],
    ['1.2.3', 'Enter a number, such as 1,234.56.'],
    ['Infinity', 'Enter a number, such as 1,234.56.'],
    ['0.001', 'Use at most two decimals.'],
    ['1000000000.01', 'Enter at most 1,000,000,000.'],
    ['9'.repeat(40), 'Enter at most 1,000,000,000.'],
  ])('%j is rejected with %j', (text, error) => {
    expect(parseAmount(text)).toEqual({ error });
  });

  test.each([
    [12, '12'],
    [12.5, '12.50'],
    [0, '0'],
  ])('%d is shown in its field as %s and parsed back', (amount, text) => {
    expect(formatAmountInput(amount)).toBe(text);
    expect(parseAmount(text)).toEqual({ amount });
  });
});
