import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openAs, test } from '../support/journey.ts';

test('the command palette finds pages and data by name, and does not open over a dialog', async ({
  page,
  people,
}) => {
  await openAs(people.household, page, '/budget');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  const field = palette.getByRole('combobox');
  const highlighted = palette.getByRole('option', { selected: true });
  const button = page.getByRole('button', { name: 'Find anything' });

  await test.step('its button opens it with suggestions, and Escape closes it', async () => {
    await button.click();
    await expect(field).toBeFocused();
    await expect(highlighted).toContainText('Dashboard');
    await expect(palette.getByRole('option', { name: /Log out/ })).toBeAttached();
    await expectAccessible(page, 'the palette', '[role="dialog"]');
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await expect(button).toBeFocused();
  });

  await test.step('it opens an account by keyboard alone', async () => {
    await page.keyboard.press('Control+k');
    await field.fill('harbor rainy');
    await expect(highlighted).toContainText('Rainy Day Savings');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Rainy Day Savings');
    await expect(palette).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('the arrow keys select a category', async () => {
    await page.keyboard.press('Meta+k');
    await field.fill('coff');
    await expect(highlighted).toContainText('Coffee');
    await expect(palette.getByRole('option', { name: /Merchant$/ }).first()).toBeVisible();
    // The last option. The merchants are between it and the first one.
    await page.keyboard.press('ArrowUp');
    await expect(highlighted).toContainText('Search transactions for “coff”');
    await field.fill('coffee');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/transactions?category=food_and_drink_coffee');
    await expect(palette).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('it searches the transactions for a merchant', async () => {
    await page.keyboard.press('Control+k');
    await field.fill('alder falls');
    await palette.getByRole('option', { name: /^Search transactions/ }).click();
    await expect(page).toHaveURL('/transactions?search=alder+falls');
    await expect(palette).toBeHidden();
  });

  await test.step('it opens the download, which Cancel closes', async () => {
    await page.keyboard.press('Control+k');
    await field.fill('export');
    await expect(highlighted).toContainText('Download transactions');
    await page.keyboard.press('Enter');
    const download = page.getByRole('dialog', { name: 'Download transactions' });
    await download.getByRole('button', { name: 'Cancel' }).click();
    await expect(download).toBeHidden();
    await expect(page).toHaveURL('/transactions');
  });

  await test.step('it opens a merchant, a setting, and the shortcuts', async () => {
    await page.keyboard.press('Control+k');
    await field.fill('alder falls');
    await palette
      .getByRole('option', { name: /Merchant$/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/transaction\/history\?txId=/);
    await expect(palette).toBeHidden();
    await page.keyboard.press('Control+k');
    await field.fill('change password');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/profile#password');
    await expect(page.locator('#password')).toBeFocused();
    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(shortcuts).toBeVisible();
    await expectAccessible(page, 'the shortcuts', '[role="dialog"]');
    await page.keyboard.press('Escape');
    await expect(shortcuts).toBeHidden();
  });

  await test.step('it does not open over another dialog', async () => {
    await page.goto('/?proof=net_worth');
    const proof = page.getByRole('dialog', { name: 'Net worth' });
    await expect(proof.getByRole('listitem')).not.toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(palette).toHaveCount(0);
    await expect(proof).toBeVisible();
  });
});
