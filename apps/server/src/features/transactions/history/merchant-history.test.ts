import { expect, test } from 'vitest';
import { fillMonths } from './merchant-history.ts';

const today = Temporal.PlainDate.from('2026-02-15');

test('every month from the first to this one has a sum, even across years', () => {
  const rows = [
    { month: '2025-11', spent: '12.50' },
    { month: '2026-01', spent: '-3.10' },
  ];
  expect(fillMonths(rows, today)).toEqual({
    '2025-11': 12.5,
    '2025-12': 0,
    '2026-01': -3.1,
    '2026-02': 0,
  });
});

test('a merchant with only future transactions has only this month, with zero', () => {
  expect(fillMonths([], today)).toEqual({ '2026-02': 0 });
});
