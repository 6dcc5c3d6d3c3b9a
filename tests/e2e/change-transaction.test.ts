import { labelOfCategory } from '@cairn/contract/taxonomy';
import { expect, oneLayout, openAs, test } from './journey.ts';
import { workedPerson } from './readers.ts';
import { transactionRows } from './transaction-rows.ts';

test('another category shows in the dialog and the list; a refusal changes nothing', async ({
  page,
  wide,
  trouble,
}) => {
  await openAs(await workedPerson(), page, '/transactions');
  const row = transactionRows(page, wide).filter({ hasText: '$35.00' });
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog').first();
  const badge = dialog.getByRole('button', { name: /change the category/ });
  await expect(badge).toContainText(labelOfCategory('transfer_out_account_transfer'));
  await badge.click();
  const picker = page.getByRole('dialog', { name: 'Category' });
  await picker.getByLabel('Search categories...').fill('COFF');

  trouble.expect(/503 .*\/tx\/updatecategory/);
  await page.route('**/api/user/tx/updatecategory', (route) =>
    route.fulfill({ status: 503, json: {} }),
  );
  await picker.getByRole('option', { name: /^Coffee/ }).click();
  await expect(picker.getByRole('alert')).toHaveText('Failed to update category');
  await expect(picker).toContainText(`Now: ${labelOfCategory('transfer_out_account_transfer')}`);

  await page.unroute('**/api/user/tx/updatecategory');
  await picker.getByRole('option', { name: /^Coffee/ }).click();
  await expect(picker).toBeHidden();
  await expect(badge).toContainText('Coffee');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Coffee');
  await page.reload();
  await expect(row).toContainText('Coffee');

  const banks = labelOfCategory('transfer_out_account_transfer');
  await row.getByRole('button').click();
  await badge.click();
  await picker.getByRole('button', { name: `Back to the bank's: ${banks}` }).click();
  await expect(picker).toBeHidden();
  await expect(badge).toContainText(banks);
  await badge.click();
  await expect(picker.getByRole('option').first()).toBeVisible();
  await expect(picker.getByRole('button', { name: /^Back to the bank's/ })).toHaveCount(0);
});

test(
  'a change puts the row and the other half of its transfer in their places, in every tab, and asks for no page again',
  oneLayout,
  async ({ page, wide }) => {
    const person = await workedPerson();
    const listed = (await person.api.reply('POST /user/transactions/v2', { body: {} }))
      .transactions;
    const pending = listed.find((row) => row.pending)?.transaction_id ?? '';
    const body = { tx_id: pending, exclude_transaction: true };
    await person.api.reply('POST /user/tx/ignore', { body });
    await openAs(person, page, '/transactions');
    const rows = transactionRows(page, wide);
    const otherTab = await page.context().newPage();
    await otherTab.goto('/transactions');
    const half = transactionRows(otherTab, wide).filter({ hasText: '+$250.00' });
    await expect(half).toContainText('Excluded');
    // What is both pending and excluded takes no more room than any other.
    await expect(rows.filter({ hasText: /Pending.*Excluded/ })).toHaveCount(1);
    const heights = async () =>
      Promise.all((await rows.all()).map(async (row) => (await row.boundingBox())?.height));
    expect(new Set(await heights()).size).toBe(1);
    const otherHalf = rows.filter({ hasText: '+$250.00' });
    await expect(otherHalf).toContainText('Excluded');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await rows
      .filter({ hasText: /(?<!\+)\$250\.00/ })
      .getByRole('button')
      .click();
    const dialog = page.getByRole('dialog').first();
    await dialog.getByRole('button', { name: /change the category/ }).click();
    const picker = page.getByRole('dialog', { name: 'Category' });
    await picker.getByLabel('Search categories...').fill('coffee');
    const added = page.waitForResponse('**/api/user/transactions/summary');
    await picker.getByRole('option', { name: /^Coffee/ }).click();
    await expect(picker).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(otherHalf).not.toContainText('Excluded');
    await expect(rows.filter({ hasText: 'Coffee' })).toHaveCount(2);
    await added;
    expect(asked).toContain('/api/user/transactions/summary');
    expect(asked).not.toContain('/api/user/transactions/v2');
    await expect(half).not.toContainText('Excluded');
    await expect(transactionRows(otherTab, wide).filter({ hasText: 'Coffee' })).toHaveCount(2);
  },
);

test('why one is out automatically is read by hovering, and is written out for a finger', async ({
  page,
  people,
  wide,
}) => {
  await openAs(people.example, page, '/transactions');
  await transactionRows(page, wide).filter({ hasText: '$60.00' }).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  const label = dialog.getByRole('button', { name: /^Excluded/ });
  await expect(label).toBeVisible();
  const words = /^Transfers to internal accounts are excluded\./;
  const written = dialog.locator('p', { hasText: words });
  if (!wide) return expect(written).toBeVisible();
  await expect(written).toBeHidden();
  await label.hover();
  await expect(page.locator('[data-open]', { hasText: words }).first()).toBeVisible();
});

test(
  "leaving one out, and taking it in again, changes the dashboard's total",
  oneLayout,
  async ({ page }) => {
    await openAs(await workedPerson(), page);
    await expect(page.getByText('$1,710.60').first()).toBeVisible();
    const spending = page.getByRole('region', { name: 'Spending this month' });
    const dialog = page.getByRole('dialog');
    const flip = async (from: string, action: string, to: string) => {
      await page.getByRole('link', { name: 'Show more transactions' }).click();
      // The dashboard has rows of the same names, until the list is there.
      await expect(page).toHaveURL('/transactions');
      await page.getByRole('button', { name: /^general merchandise electronics/ }).click();
      await dialog.getByRole('button', { name: from }).click();
      await page.getByRole('menuitem', { name: action }).press('Enter');
      await expect(dialog.getByRole('button', { name: to })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await page.getByRole('link', { name: 'Cairn', exact: true }).click();
    };
    await flip('Included', 'Exclude from spending', 'Excluded');
    await expect(spending.getByText('$1,611.60').first()).toBeVisible();
    await flip('Excluded', 'Include in spending', 'Included');
    await expect(spending.getByText('$1,710.60').first()).toBeVisible();
  },
);

test(
  'a refused exclusion is silent and changes nothing',
  oneLayout,
  async ({ page, people, trouble }) => {
    await openAs(people.example, page, '/transactions');
    trouble.expect(/503 .*\/tx\/ignore/);
    await page.route('**/api/user/tx/ignore', (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole('button', { name: /^general merchandise electronics/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Included' }).click();
    const answered = page.waitForResponse('**/api/user/tx/ignore');
    await page.getByRole('menuitem', { name: 'Exclude from spending' }).press('Enter');
    await answered;
    await expect(dialog.getByRole('button', { name: 'Included' })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  },
);

test(
  'the keyboard alone opens a transaction, changes it and comes back to its row',
  oneLayout,
  async ({ page, wide }) => {
    await openAs(await workedPerson(), page, '/transactions');
    const row = transactionRows(page, wide).filter({ hasText: '$84.10' });
    await expect(row).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await row.getByRole('button').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog').first();
    await expect(dialog).toBeVisible();
    const badge = dialog.getByRole('button', { name: /change the category/ });
    await badge.focus();
    await page.keyboard.press('Enter');
    const search = page.getByRole('combobox', { name: 'Search categories...' });
    await expect(search).toBeFocused();
    // The first that is found is marked, and the arrows lead on.
    await page.keyboard.type('supplies');
    await expect(search).toHaveAttribute('aria-activedescendant', /office_supplies$/);
    await page.keyboard.press('ArrowDown');
    await expect(search).toHaveAttribute('aria-activedescendant', /pet_supplies$/);
    await page.keyboard.press('Enter');
    await expect(badge).toContainText(/Pet supplies/i);
    await expect(badge).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(row.getByRole('button')).toBeFocused();
  },
);
