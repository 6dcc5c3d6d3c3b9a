import { expect, test } from 'vitest';
import { type DashboardWidth, placeCards } from './dashboard-layout.ts';

test.each(['phone', 'tablet', 'wide'] satisfies DashboardWidth[])(
  'on a %s, each card is placed once, however many accounts and transactions there are',
  (width) => {
    for (let groups = 0; groups < 12; groups += 1) {
      for (let transactions = 0; transactions <= 10; transactions += 1) {
        const { belowAccounts, belowTransactions, last } = placeCards(width, groups, transactions);
        expect([...belowAccounts, ...belowTransactions, ...last].toSorted()).toEqual([
          'budget',
          'cashflow',
          'recurring',
        ]);
      }
    }
  },
);

test('few account groups leave room for the cash flow above the last row', () => {
  expect(placeCards('wide', 3, 10).belowAccounts).toEqual(['cashflow', 'budget']);
  expect(placeCards('wide', 4, 10).belowAccounts).toEqual(['budget']);
  expect(placeCards('tablet', 3, 10).belowTransactions).toEqual(['cashflow']);
  expect(placeCards('tablet', 4, 10).belowTransactions).toEqual(['budget']);
});

test('few transactions leave room for the budget below them', () => {
  const layout = placeCards('wide', 1, 5);
  expect(layout.belowTransactions).toEqual(['budget']);
  expect(layout.belowAccounts).toEqual(['cashflow']);
});
