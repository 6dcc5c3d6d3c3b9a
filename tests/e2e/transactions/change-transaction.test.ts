import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { personWithWorkedExample } from '../support/shared-people.ts';
import { transactionDialog, transactionRows } from './transaction-rows.ts';

test('a changed category shows in the dialog and the list', async ({ page, isWide }) => {
  await openAs(await personWithWorkedExample(), page, '/transactions');
  const row = transactionRows(page, isWide).filter({ hasText: '$35.00' });
  await row.getByRole('button').click();
  const dialog = transactionDialog(page).first();
  const badge = dialog.getByRole('button', { name: /change category/ });
  await expect(badge).toContainText(categoryLabel('transfer_out_account_transfer'));
  await badge.click();
  const picker = page.getByRole('dialog', { name: 'Category', exact: true });
  await picker.getByLabel('Search categories...').fill('COFF');
  await picker.getByRole('option', { name: /^Coffee/ }).click();
  await expect(picker).toBeHidden();
  await expect(badge).toContainText('Coffee');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Coffee');
  await page.reload();
  await expect(row).toContainText('Coffee');

  const bankCategory = categoryLabel('transfer_out_account_transfer');
  await row.getByRole('button').click();
  await badge.click();
  await picker
    .getByRole('button', { name: `Reset to your bank's category: ${bankCategory}` })
    .click();
  await expect(picker).toBeHidden();
  await expect(badge).toContainText(bankCategory);
  await badge.click();
  await expect(picker.getByRole('option').first()).toBeVisible();
  await expect(picker.getByRole('button', { name: /^Reset to your bank's category/ })).toHaveCount(
    0,
  );
});

test(
  'a category change updates the row and its matching transfer in every tab without refetching pages',
  oneLayout,
  async ({ page, isWide }) => {
    const person = await personWithWorkedExample();
    const listed = (await person.api.request('POST /user/transactions/v2', { body: {} }))
      .transactions;
    const pending = listed.find((row) => row.pending)?.transaction_id ?? '';
    const body = { tx_id: pending, exclude_transaction: true };
    await person.api.request('POST /user/tx/ignore', { body });
    await openAs(person, page, '/transactions');
    const rows = transactionRows(page, isWide);
    const otherTab = await page.context().newPage();
    await otherTab.goto('/transactions');
    const matchingTransferInOtherTab = transactionRows(otherTab, isWide).filter({
      hasText: '+$250.00',
    });
    await expect(matchingTransferInOtherTab).toContainText('Excluded');
    // A row that is both pending and excluded is as high as the others.
    await expect(rows.filter({ hasText: /Pending.*Excluded/ })).toHaveCount(1);
    const heights = async () =>
      Promise.all((await rows.all()).map(async (row) => (await row.boundingBox())?.height));
    expect(new Set(await heights()).size).toBe(1);
    const matchingTransfer = rows.filter({ hasText: '+$250.00' });
    await expect(matchingTransfer).toContainText('Excluded');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await rows
      .filter({ hasText: /(?<!\+)\$250\.00/ })
      .getByRole('button')
      .click();
    const dialog = transactionDialog(page).first();
    await dialog.getByRole('button', { name: /change category/ }).click();
    const picker = page.getByRole('dialog', { name: 'Category', exact: true });
    await picker.getByLabel('Search categories...').fill('coffee');
    const totalsLoaded = page.waitForResponse('**/api/user/transactions/summary');
    await picker.getByRole('option', { name: /^Coffee/ }).click();
    await expect(picker).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(matchingTransfer).not.toContainText('Excluded');
    await expect(rows.filter({ hasText: 'Coffee' })).toHaveCount(2);
    await totalsLoaded;
    expect(requested).toContain('/api/user/transactions/summary');
    expect(requested).not.toContain('/api/user/transactions/v2');
    await expect(matchingTransferInOtherTab).not.toContainText('Excluded');
    await expect(transactionRows(otherTab, isWide).filter({ hasText: 'Coffee' })).toHaveCount(2);
  },
);

test('the reason for an automatic exclusion shows on hover, and always on touch screens', async ({
  page,
  people,
  isWide,
}) => {
  await openAs(people.example, page, '/transactions');
  await transactionRows(page, isWide).filter({ hasText: '$60.00' }).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  const label = dialog.getByRole('button', { name: /^Excluded/ });
  await expect(label).toBeVisible();
  const reason = /^Transfers to internal accounts are excluded\./;
  const visibleText = dialog.locator('p', { hasText: reason });
  if (!isWide) return expect(visibleText).toBeVisible();
  await expect(visibleText).toBeHidden();
  await label.hover();
  await expect(page.locator('[role="tooltip"]', { hasText: reason })).toBeVisible();
});

test(
  "excluding a transaction and including it again changes the dashboard's total",
  oneLayout,
  async ({ page }) => {
    await openAs(await personWithWorkedExample(), page);
    await expect(page.getByText('$1,710.60').first()).toBeVisible();
    const spending = page.getByRole('region', { name: 'Spending this month' });
    const dialog = transactionDialog(page);
    const toggle = async (from: string, action: string, to: string) => {
      await page.getByRole('link', { name: 'Show more transactions' }).click();
      // The list must be shown first: the dashboard has rows with the same names.
      await expect(page).toHaveURL('/transactions');
      await page.getByRole('button', { name: /^general merchandise electronics/ }).click();
      await dialog.getByRole('button', { name: from }).click();
      await page.getByRole('menuitem', { name: action }).press('Enter');
      await expect(dialog.getByRole('button', { name: to })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await page.getByRole('link', { name: 'Cairn', exact: true }).click();
    };
    await toggle('Included', 'Exclude from spending', 'Excluded');
    await expect(spending.getByText('$1,611.60').first()).toBeVisible();
    await toggle('Excluded', 'Include in spending', 'Included');
    await expect(spending.getByText('$1,710.60').first()).toBeVisible();
  },
);

test(
  'a transaction can be opened, changed, and closed by keyboard alone',
  oneLayout,
  async ({ page, isWide }) => {
    await openAs(await personWithWorkedExample(), page, '/transactions');
    const row = transactionRows(page, isWide).filter({ hasText: '$84.10' });
    await expect(row).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Search transactions' })).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('combobox', { name: 'Search transactions' })).toBeFocused();
    await row.getByRole('button').focus();
    await page.keyboard.press('Enter');
    const dialog = transactionDialog(page).first();
    await expect(dialog).toBeVisible();
    const badge = dialog.getByRole('button', { name: /change category/ });
    await badge.focus();
    await page.keyboard.press('Enter');
    const search = page.getByRole('combobox', { name: 'Search categories...' });
    const highlighted = page.locator('[role="option"][data-highlighted]');
    await expect(search).toBeFocused();
    // The first match is highlighted, and the arrow keys move the highlight.
    await page.keyboard.type('supplies');
    await expect(highlighted).toContainText('Office supplies');
    await page.keyboard.press('ArrowDown');
    await expect(highlighted).toContainText('Pet supplies');
    await page.keyboard.press('Enter');
    await expect(badge).toContainText(/Pet supplies/i);
    await expect(badge).toBeFocused();
    // The message is outside the dialog, which keeps the focus.
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('dialog', { name: 'Change undone' })).toBeVisible();
    await expect(badge).toContainText('Groceries');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(row.getByRole('button')).toBeFocused();
  },
);

test(
  'undoing a change restores the category set on another device, and keeps its other changes',
  oneLayout,
  async ({ page, isWide }) => {
    const person = await personWithWorkedExample();
    const fetchRow = async () => {
      const { transactions } = await person.api.request('POST /user/transactions/v2', { body: {} });
      const row = transactions.find(({ amount }) => amount === 84.1);
      if (row === undefined) throw new Error('The worked example has changed');
      return row;
    };
    const { id, transaction_id } = await fetchRow();
    await openAs(person, page, '/transactions');
    const row = transactionRows(page, isWide).filter({ hasText: '$84.10' });
    await expect(row).toContainText('Groceries');
    // A change on another device that this tab has not received.
    await person.api.request('POST /user/tx/updatecategory', {
      body: { tx_id: id, category: 'travel_lodging' },
    });
    await row.getByRole('button').click();
    const dialog = transactionDialog(page);
    await dialog.getByRole('button', { name: /change category/ }).click();
    await page.getByRole('combobox', { name: 'Search categories...' }).fill('coffee');
    await page.getByRole('option', { name: /^Coffee/ }).click();
    const message = page.getByRole('dialog', { name: 'Category changed to Coffee' });
    await expect(message).toBeVisible();
    const body = { tx_id: transaction_id, exclude_transaction: true };
    await person.api.request('POST /user/tx/ignore', { body });
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('dialog', { name: 'Change undone' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: /change category/ })).toContainText('Lodging');
    await expect(dialog.getByRole('button', { name: 'Excluded' })).toBeVisible();
    expect(await fetchRow()).toMatchObject({
      overridden_category: 'travel_lodging',
      exclude_transaction: true,
    });
  },
);
