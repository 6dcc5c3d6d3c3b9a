import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsToMoney, toCents, toMoney, toMoneyOrNull } from './money.ts';

// The range in which a JSON number represents every value of numeric(20, 2) exactly.
const cents = fc.integer({ min: -(10 ** 14), max: 10 ** 14 });
const textOf = (value: number) => {
  const digits = String(Math.abs(value)).padStart(3, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

test('every amount of cents converts from SQL to cents and to the API without loss', () => {
  fc.assert(
    fc.property(cents, (value) => {
      expect(toCents(textOf(value))).toBe(value + 0);
      expect(centsToMoney(value)).toBe(toMoney(textOf(value)));
    }),
  );
});

test('an amount in the API has at most two decimals', () => {
  fc.assert(
    fc.property(cents, (value) => {
      expect(JSON.stringify(toMoney(textOf(value)))).toMatch(/^-?\d+(\.\d{1,2})?$/);
    }),
  );
});

test.each([
  ['1611.60', 1611.6],
  ['-20.00', -20],
  ['0.10', 0.1],
  ['0', 0],
])('%s converts to %d', (text, value) => expect(toMoney(text)).toBe(value));

test('a missing amount is converted to null', () => {
  expect(toMoneyOrNull(null)).toBeNull();
  expect(toMoneyOrNull('1.25')).toBe(1.25);
});
