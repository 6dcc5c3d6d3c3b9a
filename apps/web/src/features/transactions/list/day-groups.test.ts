import { describe, expect, test } from 'vitest';
import { groupByDay, isFirstOfDay } from './day-groups.ts';

// Rows 0 to 2 are on the 3rd, 3 and 4 on the 2nd, 5 to 9 on the 1st.
const days = ['3', '3', '3', '2', '2', '1', '1', '1', '1', '1'];
const dayAt = (index: number) => days[index] ?? '';
const headingHeight = 29;

describe('rows grouped by day', () => {
  test('a row starts its day when the row before it is on another day', () => {
    const startsDay = days.map((_, index) => isFirstOfDay(index, dayAt));
    expect(startsDay.flatMap((starts, index) => (starts ? [index] : []))).toEqual([0, 3, 5]);
  });

  test('rows from the start of the list have no gap before any day', () => {
    const rows = [0, 1, 2, 3, 4].map((index) => ({ index, gap: 0 }));
    expect(groupByDay(rows, dayAt, headingHeight)).toEqual([
      { key: '3', day: '3', rows: [0, 1, 2], gap: 0 },
      { key: '2', day: '2', rows: [3, 4], gap: 0 },
    ]);
  });

  test('a day that starts above the visible rows has its heading inside the gap before it', () => {
    const rows = [
      { index: 1, gap: 95 },
      { index: 2, gap: 0 },
      { index: 3, gap: 0 },
    ];
    expect(groupByDay(rows, dayAt, headingHeight)).toEqual([
      { key: '3', day: '3', rows: [1, 2], gap: 95 - headingHeight },
      { key: '2', day: '2', rows: [3], gap: 0 },
    ]);
  });

  test('a pinned row far from the others forms its own group, even on the same day', () => {
    const rows = [
      { index: 5, gap: 0 },
      { index: 9, gap: 198 },
    ];
    expect(groupByDay(rows, dayAt, headingHeight)).toEqual([
      { key: '1', day: '1', rows: [5], gap: 0 },
      { key: '1 again', day: '1', rows: [9], gap: 198 - headingHeight },
    ]);
  });
});
