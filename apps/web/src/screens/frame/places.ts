import { paths } from '../../paths.ts';
import { useConfig } from '../../platform/config.ts';

/** The main places of the app, in the order of the navigation. */
const places = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.transactions, label: 'Transactions' },
  { to: paths.spending, label: 'Spending' },
  { to: paths.netWorth, label: 'Net worth' },
  { to: paths.recurring, label: 'Recurring' },
  { to: paths.budget, label: 'Budget' },
  { to: paths.crypto, label: 'Crypto' },
];

/** The places that this copy of the app has: without an exchange to link there is no crypto. */
export function usePlaces(): typeof places {
  const noExchange = useConfig()?.exchange_name === null;
  return noExchange ? places.filter(({ to }) => to !== paths.crypto) : places;
}

/** Whether a place is where the person is, or holds it. */
export function isHere(to: string, pathname: string): boolean {
  // One transaction's history and one category's page belong to the list, whose address is its own.
  if (to === paths.transactions && pathname.startsWith('/transaction/')) return true;
  // The exchange's own page is about what is held there.
  if (to === paths.crypto && pathname.startsWith('/institution/crypto/')) return true;
  return to === paths.dashboard
    ? pathname === to
    : pathname === to || pathname.startsWith(`${to}/`);
}
