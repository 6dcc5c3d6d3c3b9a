import { describe, expect, test } from 'vitest';
import { changesBetween, comparedPoints, selectPoint, splitByKnown } from './net-worth-changes.ts';

const account = (
  account_id: string,
  is_debt: boolean,
  balances: number[],
  kinds: ('seen' | 'estimated')[] = ['seen', 'seen', 'seen'],
) => ({ account_id, is_debt, group: 'any', balances, kinds });

describe('changes between two points', () => {
  const accounts = [
    account('savings', false, [100, 100, 100]),
    account('checking', false, [0.1, 5, 0.3]),
    account('card', true, [10, 20, 60.05]),
    account('mortgage', true, [500, 480, 470]),
  ];

  test('are sorted by size, and a growing debt lowers net worth', () => {
    expect(changesBetween(accounts, 0, 2).map(({ id, change }) => [id, change])).toEqual([
      ['card', -50.05],
      ['mortgage', 30],
      ['checking', 0.2],
    ]);
  });

  test('depend on the points that are compared', () => {
    expect(changesBetween(accounts, 0, 1).map(({ id, change }) => [id, change])).toEqual([
      ['mortgage', 20],
      ['card', -10],
      ['checking', 4.9],
    ]);
  });
});

describe('a change with an estimated balance', () => {
  const accounts = [
    account('broker', false, [5, 5, 9], ['estimated', 'estimated', 'seen']),
    account('checking', false, [1, 2, 3]),
  ];

  test('shows which of its two balances is estimated', () => {
    expect(changesBetween(accounts, 0, 2).map(({ id, estimated }) => [id, estimated])).toEqual([
      ['broker', { before: true, after: false }],
      ['checking', { before: false, after: false }],
    ]);
  });

  test('is left out of the known changes', () => {
    expect(splitByKnown(accounts, 0, 2)).toEqual({ known: [accounts[1]], estimated: ['broker'] });
    expect(splitByKnown(accounts, 2, 2).estimated).toEqual([]);
  });
});

describe('the compared points', () => {
  test('default to the ends of the range and follow the last two selected points', () => {
    expect(comparedPoints([], 30)).toEqual({ from: 0, to: 29 });
    expect(comparedPoints(selectPoint([], 12), 30)).toEqual({ from: 12, to: 29 });
    expect(comparedPoints(selectPoint(selectPoint([], 12), 4), 30)).toEqual({ from: 4, to: 12 });
    expect(comparedPoints(selectPoint(selectPoint(selectPoint([], 12), 4), 20), 30)).toEqual({
      from: 20,
      to: 29,
    });
    expect(comparedPoints(selectPoint([], 29), 30)).toEqual({ from: 0, to: 29 });
  });

  test('fall back to the ends of the range when the selection is outside it', () => {
    expect(comparedPoints([200, 300], 30)).toEqual({ from: 0, to: 29 });
  });
});
