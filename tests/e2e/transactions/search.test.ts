import { expectAccessible, horizontalOverflow } from '../support/expect-accessible.ts';
import { expect, openAs, test } from '../support/journey.ts';
import { transactionRows } from './transaction-rows.ts';

test('a search with operators filters the list, and an error is shown at its word', async ({
  page,
  people,
  isWide,
}) => {
  const { api } = people.household;
  const search_str = 'category:food amount:>20';
  const { count } = await api.request('POST /user/transactions/summary', { body: { search_str } });
  expect(count).toBeGreaterThan(0);
  await openAs(people.household, page, '/transactions');
  const box = page.getByRole('combobox', { name: 'Search transactions' });
  await box.fill(search_str);
  await box.press('Enter');
  await expect(page).toHaveURL('/transactions?search=category%3Afood+amount%3A%3E20');
  await expect(transactionRows(page, isWide)).toHaveCount(Math.min(count, 50));
  await box.fill('coffee has:tax');
  await box.press('Enter');
  await expect(page.locator('mark')).toHaveText('tax');
  await expect(page).toHaveURL('/transactions?search=category%3Afood+amount%3A%3E20');
  await expectAccessible(page, 'The error in a search');
  await page.getByRole('button', { name: 'Search help' }).click();
  await expect(page.getByRole('dialog', { name: 'Search transactions' })).toBeVisible();
  await expectAccessible(page, 'The search help', '[role=dialog]');
});

test('a search is completed with the arrow keys and Enter, and its suggestions fit the narrowest phone', async ({
  page,
  people,
  isWide,
}) => {
  await openAs(people.household, page, '/transactions');
  if (!isWide) await page.setViewportSize({ width: 320, height: 568 });
  const box = page.getByRole('combobox', { name: 'Search transactions' });
  await box.pressSequentially('cat');
  await expect(page.getByRole('option', { name: /^category:/ })).toBeVisible();
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(box).toHaveValue('category:');
  await box.pressSequentially('coff');
  const coffee = page.getByRole('option', { name: /^Coffee/ });
  await expect(coffee).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'The search suggestions', '[role=listbox]');
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(box).toHaveValue('category:Coffee ');
  await box.press('Enter');
  await expect(page).toHaveURL('/transactions?search=category%3ACoffee');
  expect(await horizontalOverflow(page)).toBe(0);
});
