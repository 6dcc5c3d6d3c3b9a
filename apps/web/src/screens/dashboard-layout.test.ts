import { expect, test } from 'vitest';
import { type DashboardWidth, placeCards } from './dashboard-layout.ts';

test.each(['phone', 'tablet', 'wide'] satisfies DashboardWidth[])(
  'on a %s, each card has one place, however many groups of accounts there are',
  (width) => {
    for (let groups = 0; groups < 12; groups += 1) {
      const { belowAccounts, belowTransactions, last } = placeCards(width, groups);
      expect([...belowAccounts, ...belowTransactions, ...last].toSorted()).toEqual([
        'budget',
        'cashflow',
        'recurring',
      ]);
    }
  },
);

test('few groups of accounts leave room for the cash flow beside the transactions', () => {
  expect(placeCards('wide', 3).belowAccounts).toEqual(['cashflow', 'budget']);
  expect(placeCards('wide', 4).belowAccounts).toEqual(['budget']);
  expect(placeCards('tablet', 3).belowTransactions).toEqual(['cashflow']);
  expect(placeCards('tablet', 4).belowTransactions).toEqual(['budget']);
});
