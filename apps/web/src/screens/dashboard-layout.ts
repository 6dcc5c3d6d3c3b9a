import { useMediaQuery } from '../platform/browser/media-query.ts';

/** How many columns fit: one, two of equal width, or a wide and a narrow column. */
export type DashboardWidth = 'phone' | 'tablet' | 'wide';

/** The layout that fits the window's width. */
export function useDashboardWidth(): DashboardWidth {
  const isTablet = useMediaQuery('(min-width: 48rem)');
  const isWide = useMediaQuery('(min-width: 64rem)');
  return isWide ? 'wide' : isTablet ? 'tablet' : 'phone';
}

/** The cards below the fold. Their positions depend on how much is above them. */
export type LowerCard = 'budget' | 'recurring' | 'cashflow';

/** Where the cards below the fold are, each list from top to bottom. */
export interface DashboardLayout {
  readonly belowAccounts: readonly LowerCard[];
  readonly belowTransactions: readonly LowerCard[];
  /** Cards in a row of their own or, on a phone, behind a button. */
  readonly last: readonly LowerCard[];
}

/** With up to this many groups, the accounts card leaves room for one more card below it. */
const maxGroupsOfShortCard = 3;

/** With up to this many recent transactions, their card leaves room for one more card below it. */
const maxTransactionsOfShortCard = 5;

/**
 * Places the cards so that the columns end at about the same height.
 *
 * @param groupCount The number of groups of accounts.
 * @param transactionCount The number of recent transactions, if it is known.
 */
export function placeCards(
  width: DashboardWidth,
  groupCount: number,
  transactionCount = Number.POSITIVE_INFINITY,
): DashboardLayout {
  if (width === 'phone')
    return {
      belowAccounts: [],
      belowTransactions: [],
      last: ['budget', 'recurring', 'cashflow'],
    };
  const isAccountsCardShort = groupCount <= maxGroupsOfShortCard;
  if (width === 'tablet')
    return isAccountsCardShort
      ? { belowAccounts: ['budget'], belowTransactions: ['cashflow'], last: ['recurring'] }
      : { belowAccounts: [], belowTransactions: ['budget'], last: ['recurring', 'cashflow'] };
  if (isAccountsCardShort && transactionCount <= maxTransactionsOfShortCard)
    return { belowAccounts: ['cashflow'], belowTransactions: ['budget'], last: ['recurring'] };
  return isAccountsCardShort
    ? { belowAccounts: ['cashflow', 'budget'], belowTransactions: [], last: ['recurring'] }
    : { belowAccounts: ['budget'], belowTransactions: [], last: ['recurring', 'cashflow'] };
}
