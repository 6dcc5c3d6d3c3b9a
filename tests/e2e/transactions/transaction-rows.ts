import type { Locator, Page } from '@playwright/test';
import { formatMoney } from '../../../apps/web/src/platform/formats/formats.ts';

/**
 * The rows of /transactions, newest first: table rows on wide screens, list items on narrow ones. The labels of the
 * days, which are hidden from screen readers, don't count.
 */
export function transactionRows(page: Page, isWide: boolean): Locator {
  if (isWide)
    return page.getByRole('table', { name: 'Transactions' }).locator('tbody tr:not([aria-hidden])');
  return page.getByRole('main').getByRole('listitem');
}

/** The dialog of a transaction, apart from messages, which are dialogs too. */
export const transactionDialog = (page: Page): Locator =>
  page
    .getByRole('dialog')
    .filter({ has: page.getByRole('button', { name: 'Close', includeHidden: true }) });

/** An amount as transaction lists show it: money in, which is negative, has a plus sign. */
export const shownAmount = (amount: number): string =>
  amount < 0 ? `+${formatMoney(-amount)}` : formatMoney(amount);
