import type { Locator, Page } from '@playwright/test';
import { formatMoney } from '../../../apps/web/src/platform/formats/formats.ts';

/** The rows of /transactions, newest first: table rows on wide screens, list items on narrow ones. */
export function transactionRows(page: Page, wide: boolean): Locator {
  if (wide) return page.getByRole('table', { name: 'Transactions' }).locator('tbody tr');
  return page.getByRole('main').getByRole('listitem');
}

/** An amount as transaction lists show it: money in, which is negative, has a plus sign. */
export const shownAmount = (amount: number): string =>
  amount < 0 ? `+${formatMoney(-amount)}` : formatMoney(amount);
