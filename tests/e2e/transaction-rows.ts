import type { Locator, Page } from '@playwright/test';

/** The rows of /transactions, newest first: of a table where there is room, else of a list. */
export function transactionRows(page: Page, wide: boolean): Locator {
  if (wide) return page.getByRole('table', { name: 'Transactions' }).locator('tbody tr');
  return page.getByRole('main').getByRole('listitem');
}
