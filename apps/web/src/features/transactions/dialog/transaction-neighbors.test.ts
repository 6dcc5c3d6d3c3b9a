import { describe, expect, test } from 'vitest';
import { findNeighbors } from './transaction-neighbors.ts';

const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

describe('the neighbors of a row', () => {
  test.each([
    ['a', { index: 0, previous: null, next: 'b' }],
    ['b', { index: 1, previous: 'a', next: 'c' }],
    ['c', { index: 2, previous: 'b', next: null }],
  ])('of %s are the rows before and after it', (id, expected) => {
    expect(findNeighbors(rows, id, -1)).toEqual(expected);
  });

  test('are null for a row that was never in the list', () => {
    expect(findNeighbors(rows, 'z', -1)).toEqual({ index: -1, previous: null, next: null });
  });

  test('are unchanged after the row leaves the list', () => {
    const remaining = rows.filter(({ id }) => id !== 'b');
    expect(findNeighbors(remaining, 'b', 1)).toEqual({ index: 1, previous: 'a', next: 'c' });
    expect(findNeighbors(rows.slice(0, 2), 'c', 2)).toEqual({
      index: 2,
      previous: 'b',
      next: null,
    });
    expect(findNeighbors([], 'a', 0)).toEqual({ index: 0, previous: null, next: null });
  });
});
