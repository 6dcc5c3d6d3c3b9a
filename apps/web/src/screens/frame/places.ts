import { paths } from '../../paths.ts';

/** The main places of the app, in the order of the navigation. */
export const places = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.transactions, label: 'Transactions' },
  { to: paths.spending, label: 'Spending' },
  { to: paths.netWorth, label: 'Net worth' },
  { to: paths.recurring, label: 'Recurring' },
  { to: paths.budget, label: 'Budget' },
  { to: paths.crypto, label: 'Crypto' },
];

/** Whether a place is where the person is, or holds it. */
export function isHere(to: string, pathname: string): boolean {
  // One transaction's history and one category's page belong to the list, whose address is its own.
  if (to === paths.transactions && pathname.startsWith('/transaction/')) return true;
  return to === paths.dashboard
    ? pathname === to
    : pathname === to || pathname.startsWith(`${to}/`);
}
