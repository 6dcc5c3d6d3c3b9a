import { expect, test } from 'vitest';
import { monthOptions, parseMonthChoice, setMonthParam } from './month-choice.ts';

const thisMonth = '2026-02';

test.each([
  ['', 'current', '2026-02'],
  ['month=2026-02', 'current', '2026-02'],
  ['month=2026-01', 'last', '2026-01'],
  ['month=2025-12', 'custom', '2025-12'],
  ['month=2025-03', 'custom', '2025-03'],
  // A month that is too old, in the future, or invalid selects the current month.
  ['month=2025-02', 'current', '2026-02'],
  ['month=2026-03', 'current', '2026-02'],
  ['month=whenever', 'current', '2026-02'],
])('the query string %j selects the %s tab and %s', (query, tab, month) => {
  expect(parseMonthChoice(new URLSearchParams(query), thisMonth)).toEqual({ tab, month });
});

test('the month options are the last twelve months, newest first', () => {
  const values = monthOptions(thisMonth).map(({ value }) => value);
  expect(values).toHaveLength(12);
  expect([values[0], values[1], values[11]]).toEqual(['2026-02', '2026-01', '2025-03']);
});

test('choosing the current month removes its query parameter and keeps the others', () => {
  const params = new URLSearchParams('proof=spent&month=2025-12');
  expect(setMonthParam(params, thisMonth, thisMonth).toString()).toBe('proof=spent');
  expect(setMonthParam(params, '2026-01', thisMonth).toString()).toBe('proof=spent&month=2026-01');
});
