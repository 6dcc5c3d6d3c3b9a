import { describe, expect, test } from 'vitest';
import { neighboursOf } from './transaction-neighbours.ts';

const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

describe('The rows beside one', () => {
  test.each([
    ['a', { at: 0, previous: null, next: 'b' }],
    ['b', { at: 1, previous: 'a', next: 'c' }],
    ['c', { at: 2, previous: 'b', next: null }],
  ])('%s has those before and after it, none at an end', (id, expected) => {
    expect(neighboursOf(rows, id, -1)).toEqual(expected);
  });

  test('of a row that the list never had there are none', () => {
    expect(neighboursOf(rows, 'z', -1)).toEqual({ at: -1, previous: null, next: null });
  });

  test('a row that has left the list stays between those that were beside it', () => {
    const left = rows.filter(({ id }) => id !== 'b');
    expect(neighboursOf(left, 'b', 1)).toEqual({ at: 1, previous: 'a', next: 'c' });
    expect(neighboursOf(rows.slice(0, 2), 'c', 2)).toEqual({ at: 2, previous: 'b', next: null });
    expect(neighboursOf([], 'a', 0)).toEqual({ at: 0, previous: null, next: null });
  });
});
