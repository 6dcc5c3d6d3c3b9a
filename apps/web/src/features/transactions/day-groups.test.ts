import { describe, expect, test } from 'vitest';
import { groupByDay, isFirstOfDay } from './day-groups.ts';

// Rows 0 to 2 are of the 3rd, 3 and 4 of the 2nd, 5 to 9 of the 1st.
const days = ['3', '3', '3', '2', '2', '1', '1', '1', '1', '1'];
const dayAt = (index: number) => days[index] ?? '';
const heading = 29;

describe('Rows by their days', () => {
  test('a row begins its day where the one before it is of another', () => {
    const first = days.map((_, index) => isFirstOfDay(index, dayAt));
    expect(first.flatMap((is, index) => (is ? [index] : []))).toEqual([0, 3, 5]);
  });

  test('a list from its beginning has no room before any day', () => {
    const rows = [0, 1, 2, 3, 4].map((index) => ({ index, gap: 0 }));
    expect(groupByDay(rows, dayAt, heading)).toEqual([
      { key: '3', day: '3', rows: [0, 1, 2], gap: 0 },
      { key: '2', day: '2', rows: [3, 4], gap: 0 },
    ]);
  });

  test('a day that begins above what is in sight has its heading in the room before it', () => {
    const rows = [
      { index: 1, gap: 95 },
      { index: 2, gap: 0 },
      { index: 3, gap: 0 },
    ];
    expect(groupByDay(rows, dayAt, heading)).toEqual([
      { key: '3', day: '3', rows: [1, 2], gap: 95 - heading },
      { key: '2', day: '2', rows: [3], gap: 0 },
    ]);
  });

  test('a row that is kept far away is a group of its own, of the same day too', () => {
    const rows = [
      { index: 5, gap: 0 },
      { index: 9, gap: 198 },
    ];
    expect(groupByDay(rows, dayAt, heading)).toEqual([
      { key: '1', day: '1', rows: [5], gap: 0 },
      { key: '1 again', day: '1', rows: [9], gap: 198 - heading },
    ]);
  });
});
