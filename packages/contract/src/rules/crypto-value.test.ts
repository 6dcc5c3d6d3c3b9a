import { describe, expect, test } from 'vitest';
import {
  addDecimals,
  formatCents,
  formatDecimal,
  parseDecimal,
  totalInCents,
  valueInCents,
} from './crypto-value.ts';

const holding = (code: string, amount: string) => ({ currency: { code }, balance: { amount } });

describe('the value of a holding is its amount divided by the units per dollar, to the cent', () => {
  test.each([
    // amount, units per dollar, value in dollars
    ['0.01250000', '0.0000105', '1190.48'],
    ['0.00000001', '0.0000105', '0.00'],
    ['0.00000100', '0.00001', '0.10'],
    ['1', '3', '0.33'],
    ['2', '3', '0.67'],
    ['0.015', '3', '0.01'],
    ['0.014999999999999999', '3', '0.00'],
    ['-0.015', '3', '-0.01'],
    ['1000000000', '0.92', '1086956521.74'],
    ['1000000000', '1.0', '1000000000.00'],
    ['0.123456789012345678', '0.00032', '385.80'],
    ['1234567.123456789012345678', '1', '1234567.12'],
    ['90071992547409.93', '1', '90071992547409.93'],
    ['0', '0.5', '0.00'],
    // A rate too small for a float.
    ['1', '0.000000000000000001', '1000000000000000000.00'],
    ['1', '1e-7', '10000000.00'],
    ['1', '.5e3', null],
    ['1', '5e3', '0.00'],
  ])('%s at %s units per dollar is worth %s', (amount, unitsPerDollar, dollars) => {
    const cents = valueInCents(amount, unitsPerDollar);
    expect(cents === null ? null : formatCents(cents)).toBe(dollars);
  });

  test.each([
    ['0'],
    ['0.0000'],
    ['-0.5'],
    [''],
    ['n/a'],
    ['NaN'],
    ['Infinity'],
    ['0x10'],
    ['1,5'],
    [undefined],
  ])('a holding has no value at a rate of %s', (unitsPerDollar) =>
    expect(valueInCents('5', unitsPerDollar)).toBeNull(),
  );

  test('an amount that is not a number has no value', () => {
    expect(valueInCents('many', '2')).toBeNull();
    expect(valueInCents('9'.repeat(200), '2')).toBeNull();
    expect(valueInCents('1e999', '2')).toBeNull();
  });
});

test('the total is the sum of the displayed values and omits holdings without a rate', () => {
  const holdings = [
    holding('BTC', '0.0125'),
    holding('THIRD', '1'),
    holding('THIRD2', '1'),
    holding('ZERO', '1000'),
    holding('TEXT', '1000'),
    holding('NONE', '1000'),
    holding('constructor', '7'),
  ];
  const unitsPerDollar = { BTC: '0.0000105', THIRD: '3', THIRD2: '3', ZERO: '0', TEXT: 'soon' };
  // 1190.48 + 0.33 + 0.33: a list that shows these adds up.
  expect(totalInCents(holdings, unitsPerDollar)).toBe(119_114n);
  expect(totalInCents([], unitsPerDollar)).toBe(0n);
});

test('ten thousand holdings of ten cents add up without rounding errors', () => {
  const holdings = Array.from({ length: 10_000 }, () => holding('X', '0.1'));
  expect(totalInCents(holdings, { X: '1' })).toBe(100_000n);
});

test('decimal text is parsed and formatted exactly', () => {
  for (const text of ['0', '-0.00000001', '12.50', '0.123456789012345678', '1000000000'])
    expect(formatDecimal(parseDecimal(text) ?? { digits: -1n, scale: 0 })).toBe(text);
  expect(formatDecimal(parseDecimal('+1.05e-7') ?? { digits: 0n, scale: 0 })).toBe('0.000000105');
  expect(formatDecimal(parseDecimal('2.5e3') ?? { digits: 0n, scale: 0 })).toBe('2500');
  for (const text of ['', '.', '-', '1.2.3', '1 2', '٣', 'one', '1e', '--1'])
    expect(parseDecimal(text), text).toBeNull();
});

test('a sum of two decimals keeps every digit of both', () => {
  const sum = addDecimals(
    parseDecimal('0.1') ?? { digits: 0n, scale: 0 },
    parseDecimal('0.000000000000000002') ?? { digits: 0n, scale: 0 },
  );
  expect(formatDecimal(sum)).toBe('0.100000000000000002');
});
