import type { Locator, Page } from '@playwright/test';

/** A section of a page by its heading. */
export const regionNamed = (page: Page, name: string): Locator =>
  page.getByRole('region', { name });

/** A dialog by its title. */
export const dialogNamed = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name });
