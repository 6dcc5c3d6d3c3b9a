import { expect, test } from 'vitest';
import { paths } from '../../../paths.ts';
import { isCurrentNavItem } from './nav-items.ts';

/** The navigation items that are current on a path. */
const currentOn = (pathname: string) =>
  [
    paths.dashboard,
    paths.transactions,
    paths.spending,
    paths.netWorth,
    paths.accounts,
    paths.invest,
    paths.recurring,
    paths.budget,
    paths.crypto,
  ].filter((to) => isCurrentNavItem(to, pathname));

test('every screen belongs to at most one navigation item', () => {
  expect(currentOn('/')).toEqual([paths.dashboard]);
  expect(currentOn('/transaction/history')).toEqual([paths.transactions]);
  expect(currentOn(paths.transactionCategoryPage('coffee'))).toEqual([paths.transactions]);
  expect(currentOn('/spending/cat')).toEqual([paths.spending]);
  expect(currentOn('/accounts')).toEqual([paths.accounts]);
  expect(currentOn(paths.account('7'))).toEqual([paths.accounts]);
  expect(currentOn(paths.institution('7'))).toEqual([paths.accounts]);
  expect(currentOn(paths.exchange('Coinbase'))).toEqual([paths.crypto]);
  expect(currentOn('/crypto/callback')).toEqual([paths.crypto]);
  expect(currentOn('/invest')).toEqual([paths.invest]);
  expect(currentOn(paths.recurringStream('7'))).toEqual([paths.recurring]);
  expect(currentOn('/profile')).toEqual([]);
});
