import { paths } from '../../../paths.ts';
import { useConfig } from '../../../platform/config.ts';
import { frameCopy } from '../frame.copy.ts';

interface NavItem {
  readonly to: string;
  readonly label: string;
}

/** The items of the main navigation, in order. */
const navItems: readonly NavItem[] = [
  { to: paths.dashboard, label: frameCopy.pages.dashboard },
  { to: paths.transactions, label: frameCopy.pages.transactions },
  { to: paths.spending, label: frameCopy.pages.spending },
  { to: paths.netWorth, label: frameCopy.pages.netWorth },
  { to: paths.accounts, label: frameCopy.pages.accounts },
  { to: paths.invest, label: frameCopy.pages.investments },
  { to: paths.recurring, label: frameCopy.pages.recurring },
  { to: paths.budget, label: frameCopy.pages.budget },
  { to: paths.crypto, label: frameCopy.pages.crypto },
];

const navItemsWithoutCrypto = navItems.filter(({ to }) => to !== paths.crypto);

/** The items of the main navigation; without Crypto if no exchange is configured. */
export function useNavItems(): readonly NavItem[] {
  return useConfig()?.exchange_name === null ? navItemsWithoutCrypto : navItems;
}

/** True if a navigation item is the current page or contains it. */
export function isCurrentNavItem(to: string, pathname: string): boolean {
  // Transaction and category pages belong to Transactions, although their paths differ.
  if (to === paths.transactions && pathname.startsWith('/transaction/')) return true;
  // The exchange's page belongs to Crypto, and the pages of banks and accounts belong to Accounts.
  const isExchange = pathname.startsWith('/institution/crypto/');
  if (to === paths.crypto && isExchange) return true;
  if (to === paths.accounts && !isExchange && /^\/(account|institution)\//.test(pathname))
    return true;
  return to === paths.dashboard
    ? pathname === to
    : pathname === to || pathname.startsWith(`${to}/`);
}
