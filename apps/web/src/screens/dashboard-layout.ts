import { useMediaQuery } from '../platform/browser/media-query.ts';

/** How much fits beside each other: nothing, two columns of equal width, or a wide and a narrow column. */
export type DashboardWidth = 'phone' | 'tablet' | 'wide';

/** The window's width. */
export function useDashboardWidth(): DashboardWidth {
  const tablet = useMediaQuery('(min-width: 48rem)');
  const wide = useMediaQuery('(min-width: 64rem)');
  return wide ? 'wide' : tablet ? 'tablet' : 'phone';
}

/** The cards below the fold. Where each of them is depends on how many accounts there are. */
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
  const isShort = groupCount <= maxGroupsOfShortCard;
  if (width === 'tablet')
    return isShort
      ? { belowAccounts: ['budget'], belowTransactions: ['cashflow'], last: ['recurring'] }
      : { belowAccounts: [], belowTransactions: ['budget'], last: ['recurring', 'cashflow'] };
  if (isShort && transactionCount <= maxTransactionsOfShortCard)
    return { belowAccounts: ['cashflow'], belowTransactions: ['budget'], last: ['recurring'] };
  return isShort
    ? { belowAccounts: ['cashflow', 'budget'], belowTransactions: [], last: ['recurring'] }
    : { belowAccounts: ['budget'], belowTransactions: [], last: ['recurring', 'cashflow'] };
}
