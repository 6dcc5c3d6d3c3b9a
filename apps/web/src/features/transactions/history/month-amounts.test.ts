import { expect, test } from 'vitest';
import { hiddenMonthsNote, recentMonths, totalAndAverage } from './month-amounts.ts';

test('a history is cut to its newest 36 months, sorted oldest first', () => {
  const totals: Record<string, number> = { '2026-11': 3 };
  for (let index = 0; index < 42; index += 1)
    totals[`20${20 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`] = index;
  const months = recentMonths(totals);
  expect(months).toHaveLength(36);
  expect(months[0]).toEqual({ month: '2020-08', amount: 7 });
  expect(months.at(-1)).toEqual({ month: '2026-11', amount: 3 });
});

test('a note counts the months that have no bar, in singular and plural', () => {
  const drawn = [{ month: '2024-01', amount: 1 }];
  expect(hiddenMonthsNote(2, drawn)).toBe(
    '1 month before January 2024 is included in the total and average but not shown.',
  );
  expect(hiddenMonthsNote(6, drawn)).toBe(
    '5 months before January 2024 are included in the total and average but not shown.',
  );
});

test('the average includes months without spending, and totals are exact to the cent', () => {
  expect(totalAndAverage([0.1, 0.2, 0])).toEqual({ total: 0.3, average: 0.1 });
  expect(totalAndAverage([-7.25, 20])).toEqual({ total: 12.75, average: 6.38 });
  expect(totalAndAverage([])).toEqual({ total: 0, average: 0 });
});
