import { expect, oneLayout, openAs, test } from '../support/journey.ts';

test(
  'the back button closes menus and dialogs over the page',
  oneLayout,
  async ({ page, people }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs(people.example, page);
    const menu = page.getByRole('dialog', { name: 'Menu' });
    for (const name of ['Menu', 'Settings', 'Find anything']) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await menu.getByRole('link', { name: 'Transactions' }).click();
      await expect(page).toHaveURL('/transactions');
      await expect(menu).toBeHidden();
      await page.getByRole('button', { name, exact: true }).click();
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL('/');
      await expect(dialog).toBeHidden();
    }
  },
);
