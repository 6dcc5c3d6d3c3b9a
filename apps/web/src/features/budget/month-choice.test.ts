import { expect, test } from 'vitest';
import { neighborMonths, parsePastMonth, setMonthParam } from './month-choice.ts';

const thisMonth = '2026-11';

test.each([
  ['month=2026-10', '2026-10'],
  ['month=2025-12', '2025-12'],
  ['month=2025-11', null],
  ['month=2026-11', null],
  ['month=2026-12', null],
  ['month=2026-1', null],
  ['month=2026-13', null],
  ['', null],
])('the query %j selects the past month %s', (query, month) => {
  expect(parsePastMonth(new URLSearchParams(query), thisMonth)).toBe(month);
});

test('this month has no query parameter, and other parameters are kept', () => {
  const params = new URLSearchParams('month=2026-09&proof=bills');
  expect(setMonthParam(params, '2026-08', thisMonth).toString()).toBe('month=2026-08&proof=bills');
  expect(setMonthParam(params, thisMonth, thisMonth).toString()).toBe('proof=bills');
});

test('only the last twelve months of a budget can be shown', () => {
  expect(neighborMonths('2026-11', thisMonth)).toEqual({ before: '2026-10', after: null });
  expect(neighborMonths('2026-01', thisMonth)).toEqual({ before: '2025-12', after: '2026-02' });
  expect(neighborMonths('2025-12', thisMonth)).toEqual({ before: null, after: '2026-01' });
});
