import { describe, expect, test } from 'vitest';
import { changesBetween, endsOf, pick } from './worth-changes.ts';

const account = (account_id: string, is_debt: boolean, balances: number[]) => ({
  account_id,
  is_debt,
  balances,
});

describe('what changed most', () => {
  const accounts = [
    account('savings', false, [100, 100, 100]),
    account('checking', false, [0.1, 5, 0.3]),
    account('card', true, [10, 20, 60.05]),
    account('mortgage', true, [500, 480, 470]),
  ];

  test('is what moved the net worth, the most first; a debt that grows lowers it', () => {
    expect(changesBetween(accounts, 0, 2).map(({ id, change }) => [id, change])).toEqual([
      ['card', -50.05],
      ['mortgage', 30],
      ['checking', 0.2],
    ]);
  });

  test('is another between other points', () => {
    expect(changesBetween(accounts, 0, 1).map(({ id, change }) => [id, change])).toEqual([
      ['mortgage', 20],
      ['card', -10],
      ['checking', 4.9],
    ]);
  });
});

describe('the two ends', () => {
  test('are those of the range, until a point is picked, and then another', () => {
    expect(endsOf([], 30)).toEqual({ from: 0, to: 29 });
    expect(endsOf(pick([], 12), 30)).toEqual({ from: 12, to: 29 });
    expect(endsOf(pick(pick([], 12), 4), 30)).toEqual({ from: 4, to: 12 });
    expect(endsOf(pick(pick(pick([], 12), 4), 20), 30)).toEqual({ from: 20, to: 29 });
    expect(endsOf(pick([], 29), 30)).toEqual({ from: 0, to: 29 });
  });

  test('are those of the range again where what was picked is not in it', () => {
    expect(endsOf([200, 300], 30)).toEqual({ from: 0, to: 29 });
  });
});
