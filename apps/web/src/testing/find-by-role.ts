import { type Locator, page } from 'vitest/browser';

// Components are found as users and screen readers find them, so that tests survive a rewrite.

/** A button by its name. It keeps the name while it is busy. */
export const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

/** An input by its label. */
export const field = (label: string): Locator => page.getByLabelText(label, { exact: true });

/** A dialog by its title. */
export const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** A dropdown by its label, with or without the count of selected values. */
export const dropdown = (label: string): Locator =>
  page.getByRole('combobox', { name: new RegExp(`^${label}(,|$)`) });

/** An option of an open dropdown or picker. */
export const option = (name: string): Locator => page.getByRole('option', { name, exact: true });
