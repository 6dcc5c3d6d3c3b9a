import { describe, expect, test } from 'vitest';
import { readAmount, writeAmount } from './amount-input.ts';
import { paceWords, percentOf, percentOfMonth, sumOf } from './budget-words.ts';
import { choicesFor } from './category-choices.ts';

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
  ])('%j is %d', (text, amount) => {
    expect(readAmount(text)).toEqual({ amount });
  });

  test.each([
    ['', 'Please enter an amount.'],
    ['  $ ', 'Please enter an amount.'],
    ['-1', "An amount can't be below 0."],
    ['−1', "An amount can't be below 0."],
    ['twelve', 'Please write it as a number, such as 1,234.56.'],
    ['12,50', 'Please write it as a number, such as 1,234.56.'],
    ['1,23,456', 'Please write it as a number, such as 1,234.56.'],
    ['1e3', 'Please write it as a number, such as 1,234.56.'],
    ['.', 'Please write it as a number, such as 1,234.56.'],
    ['1.2.3', 'Please write it as a number, such as 1,234.56.'],
    ['Infinity', 'Please write it as a number, such as 1,234.56.'],
    ['0.001', 'An amount has two decimals at most.'],
    ['1000000000.01', 'An amount can be 1,000,000,000 at most.'],
    ['9'.repeat(40), 'An amount can be 1,000,000,000 at most.'],
  ])('%j is refused: %s', (text, error) => {
    expect(readAmount(text)).toEqual({ error });
  });

  test.each([
    [12, '12'],
    [12.5, '12.50'],
    [0, '0'],
  ])('%d stands in its field as %s', (amount, text) => {
    expect(writeAmount(amount)).toBe(text);
    expect(readAmount(text)).toEqual({ amount });
  });
});

describe('the pace', () => {
  test.each([
    ['2026-11', '2026-11-15', 50],
    ['2026-02', '2026-02-28', 100],
    ['2028-02', '2028-02-01', 3],
    ['2026-11', '2026-12-01', 100],
    ['2026-12', '2026-11-30', 0],
  ])('of %s on %s %d %% is over', (month, today, percent) => {
    expect(percentOfMonth(month, today)).toBe(percent);
  });

  test('is said in one line', () => {
    expect(paceWords(62, 480, 1_000)).toBe('62 % of the month gone, 48 % spent');
    expect(paceWords(62, 1_500, 1_000)).toBe('62 % of the month gone, 150 % spent');
    expect(paceWords(62, -20, 1_000)).toBe('62 % of the month gone, 0 % spent');
    expect(paceWords(62, 480, 0)).toBe('62 % of the month gone, nothing planned for spending');
  });

  test('is exact to the cent', () => {
    expect(sumOf(0.1, 0.2)).toBe(0.3);
    expect([percentOf(1, 3), percentOf(5, 0), percentOf(0.29, 0.29)]).toEqual([33, 0, 100]);
  });
});

describe('the categories that may be added', () => {
  test('are those that take spending, without what is used', () => {
    const all = choicesFor([]).map(({ value }) => value);
    expect(all).toContain('FOOD_AND_DRINK');
    expect(all).toContain('FOOD_AND_DRINK_COFFEE');
    // Income is not spent, and bills are counted by themselves.
    for (const key of ['INCOME', 'TRANSFER_IN', 'RENT_AND_UTILITIES', 'LOAN_PAYMENTS'])
      expect(all.filter((each) => each.startsWith(key))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
    const left = choicesFor(['FOOD_AND_DRINK', 'TRAVEL_FLIGHTS']).map(({ value }) => value);
    expect(all.filter((key) => !left.includes(key))).toEqual(['FOOD_AND_DRINK', 'TRAVEL_FLIGHTS']);
  });

  test('each have a label of their own', () => {
    const labels = choicesFor([]).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
