import { expect, test } from 'vitest';
import { monthChoiceOf, monthOptions, withMonth } from './month-choice.ts';

const now = '2026-02';

test.each([
  ['', 'current', '2026-02'],
  ['month=2026-02', 'current', '2026-02'],
  ['month=2026-01', 'last', '2026-01'],
  ['month=2025-12', 'custom', '2025-12'],
  ['month=2025-03', 'custom', '2025-03'],
  // Not among the last twelve, to come, or no month: this one.
  ['month=2025-02', 'current', '2026-02'],
  ['month=2026-03', 'current', '2026-02'],
  ['month=whenever', 'current', '2026-02'],
])('the address %j is %s, %s', (address, tab, month) => {
  expect(monthChoiceOf(new URLSearchParams(address), now)).toEqual({ tab, month });
});

test('twelve months to choose from, newest first', () => {
  const values = monthOptions(now).map(({ value }) => value);
  expect(values).toHaveLength(12);
  expect([values[0], values[1], values[11]]).toEqual(['2026-02', '2026-01', '2025-03']);
});

test('this month needs no word in the address; the rest of it stays', () => {
  const params = new URLSearchParams('proof=spent&month=2025-12');
  expect(withMonth(params, now, now).toString()).toBe('proof=spent');
  expect(withMonth(params, '2026-01', now).toString()).toBe('proof=spent&month=2026-01');
});
