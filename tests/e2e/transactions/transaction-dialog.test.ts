import type { Page } from '@playwright/test';
import { formatAccount } from '../../../apps/web/src/platform/formats/formats.ts';
import { workedExample } from '../../support/bank/worked-example.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { type Person, paidPerson, product } from '../support/person.ts';
import { shownAmount } from './transaction-rows.ts';

/** Fetches the first page of the list. */
const fetchNewest = async ({ api }: Person) =>
  (await api.request('POST /user/transactions/v2', { body: {} })).transactions;

type Row = Awaited<ReturnType<typeof fetchNewest>>[number];

const dialogOf = (page: Page) => page.getByRole('dialog').first();

/** Expects that the dialog shows a row and the URL names it. */
async function expectOpen(page: Page, row: Row | undefined): Promise<void> {
  if (row === undefined) throw new Error('The list has too few rows');
  await expect(page).toHaveURL(new RegExp(`[?&]tx=${row.id}`));
  const dialog = dialogOf(page);
  await expect(dialog).toContainText((row.merchant_name || row.name).toLocaleUpperCase());
  await expect(dialog.getByText(shownAmount(row.amount), { exact: true })).toBeVisible();
}

test('the transaction dialog has its own URL, and keys and buttons move it through the list', async ({
  page,
  people,
}) => {
  const rows = await fetchNewest(people.household);
  await openAs(people.household, page, '/transactions');
  // A double click opens the dialog only once: below, going back once closes it.
  await page.locator(`[data-transaction="${rows[1]?.id}"]`).dblclick();
  await expectOpen(page, rows[1]);
  await page.keyboard.press('ArrowRight');
  await expectOpen(page, rows[2]);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expectOpen(page, rows[0]);
  const dialog = dialogOf(page);
  const previous = dialog.getByRole('button', { name: 'Previous transaction' });
  await expect(previous).toBeDisabled();
  await dialog.getByRole('button', { name: 'Next transaction' }).click();
  await expectOpen(page, rows[1]);

  // In the category picker, the arrow keys belong to the search field.
  await dialog.getByRole('button', { name: /change category/ }).click();
  const search = page.getByRole('combobox', { name: 'Search categories...' });
  await expect(search).toBeFocused();
  await search.fill('coffee');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expectOpen(page, rows[1]);
  await dialog.getByRole('button', { name: 'Transaction history' }).click();
  await expect(dialog.getByText(/reported it/)).toBeVisible();
  await expectAccessible(page, 'the transaction dialog', '[role="dialog"]');

  await page.reload();
  await expectOpen(page, rows[1]);
  const account = rows[1]?.plaid_account;
  const link = dialog.getByRole('link', {
    name: formatAccount(account?.name ?? '', account?.mask ?? null),
  });
  await expect(link).toHaveAttribute('href', `/account/${rows[1]?.account_id}`);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/transactions');
  await page.goForward();
  await expectOpen(page, rows[1]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/transactions');
  await expect(page.locator(`[data-transaction="${rows[1]?.id}"]`)).toBeFocused();
});

test(
  'the open dialog follows a pending transaction that posts for a higher amount, with its history',
  oneLayout,
  async ({ page }) => {
    const person = await paidPerson();
    const item = await person.api.linkBank(workedExample(Temporal.Now.plainDateISO('UTC')));
    const bank = (call: string, body: object) =>
      product.sandbox.control(`items/${item}/${call}`, body);
    const supper = { amount: 20, description: 'Lantern Supper', category: 'travel_flights' };
    await bank('activity', { transactions: [{ ...supper, pending: true, tip: 4.5 }] });
    await openAs(person, page, '/transactions');
    await page.getByRole('button', { name: /Lantern Supper/ }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Transaction history' }).click();
    const events = dialog.getByRole('list').last().getByRole('listitem');
    await expect(dialog.getByText('PENDING', { exact: true })).toBeVisible();
    await expect(events).toHaveText([/^Received as pending.*\$20\.00\.$/]);
    await expectAccessible(page, 'the history of a pending transaction', '[role="dialog"]');

    const before = page.url();
    await bank('settle', {});
    await expect(dialog.getByText('$24.50', { exact: true })).toBeVisible();
    await expect(events).toHaveText([/^Received as pending/, /^Posted.*\$4\.50 more/]);
    await expect(dialog.getByText('PENDING', { exact: true })).toHaveCount(0);
    expect(page.url()).not.toBe(before);
    // Its old URLs lead to the posted transaction too.
    await page.goto(`/transaction/history?txId=${new URL(before).searchParams.get('tx')}`);
    await expect(page.getByRole('heading', { name: 'Lantern Supper' })).toBeVisible();
    await page.goto(before);
    await expect(dialog.getByText('$24.50', { exact: true })).toBeVisible();
    // Until the new URL replaces the old one, a rerender can close an open menu.
    await expect(page).not.toHaveURL(before);
    await dialog.getByRole('button', { name: 'Included' }).click();
    await page.getByRole('menuitem', { name: 'Exclude from spending' }).click();
    await expect(dialog.getByRole('button', { name: 'Excluded' })).toBeVisible();

    await dialog.getByRole('button', { name: 'Transaction history' }).click();
    await expect(events).toHaveText([/^Received as pending/, /^Posted/, /^Excluded/]);
    await expectAccessible(page, 'the whole transaction history', '[role="dialog"]');
  },
);

test(
  "every list opens the same dialog, and another user's transaction is not found",
  oneLayout,
  async ({ page, people, browserErrors }) => {
    const rows = await fetchNewest(people.household);
    const dialog = dialogOf(page);
    await openAs(people.household, page, '/');
    await page.locator(`[data-transaction="${rows[0]?.id}"]`).click();
    await expectOpen(page, rows[0]);
    await page.keyboard.press('ArrowRight');
    await expectOpen(page, rows[1]);
    await page.goto(`/transaction/cat/${rows[2]?.effective_category}?tx=${rows[2]?.id}`);
    await expectOpen(page, rows[2]);
    await page.goto(`/transaction/history?txId=${rows[2]?.id}&tx=${rows[2]?.id}`);
    await expectOpen(page, rows[2]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`/transaction/history?txId=${rows[2]?.id}`);

    // A row that is not in the list is fetched. Another user's row is not found.
    await page.goto(`/transactions?category=medical_nursing_care&tx=${rows[0]?.id}`);
    await expectOpen(page, rows[0]);
    await expect(dialog.getByRole('button', { name: 'Next transaction' })).toHaveCount(0);
    browserErrors.allow(/(404|503) .*\/user\/transaction\?/);
    const [theirs] = await fetchNewest(people.example);
    await page.goto(`/transactions?tx=${theirs?.id}`);
    await expect(dialog).toContainText("We couldn't find this transaction");
    await expectAccessible(page, 'a transaction that was not found', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page).toHaveURL('/transactions');

    await page.route('**/api/user/transaction?*', (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    browserErrors.allow(/500 .*\/user\/transaction\?/);
    await page.goto(`/transactions?category=medical_nursing_care&tx=${rows[0]?.id}`);
    await expect(dialog).toContainText("This transaction couldn't be loaded");
    await page.unroute('**/api/user/transaction?*');
    const retry = dialog.getByRole('button', { name: 'Retry' });
    await expect(async () => {
      // A sync that ends now also refetches the transaction.
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
      await expect(retry).toBeHidden({ timeout: 1_000 });
    }).toPass();
    await expectOpen(page, rows[0]);
  },
);

test(
  'a long list renders only visible rows and restores its scroll position',
  oneLayout,
  async ({ page, people, isWide }) => {
    await openAs(people.household, page, '/transactions');
    const more = page.getByRole('button', { name: 'Load More' });
    const table = page.getByRole('table', { name: 'Transactions' });
    for (let loaded = 100; loaded <= 400; loaded += 50) {
      await more.click();
      await expect(page.getByText(`${loaded} transactions shown, more available`)).toBeAttached();
    }
    expect(isWide).toBe(true);
    await expect(table).toHaveAttribute('aria-rowcount', '401');
    const rows = table.locator('tr[data-index]');
    await expect.poll(() => rows.count()).toBeLessThan(100);
    await page.evaluate('window.scrollTo(0, 200 * 44)');
    const row = table.locator('[aria-rowindex="202"]');
    await expect(row).toBeVisible();
    await row.getByRole('button').click();
    const dialog = dialogOf(page);
    await expect(dialog).toBeVisible();
    const scrollY = await page.evaluate('window.scrollY');
    await dialog.getByRole('link', { name: /HISTORY|SUBSCRIPTION/ }).click();
    await expect(page).not.toHaveURL(/\/transactions/);
    await page.goBack();
    await expect(dialog).toBeVisible();
    await expect.poll(() => page.evaluate('window.scrollY')).toBe(scrollY);
    // Keyboard navigation goes past the rendered rows, and the last row gets the focus.
    const rowOf = (id: string | null) =>
      // By tag: behind an open dialog, elements have no role.
      page.locator('tr', { has: page.locator(`[data-transaction="${id}"]`) });
    const openId = () => new URL(page.url()).searchParams.get('tx');
    for (let step = 0; step < 40; step += 1) {
      const before = openId();
      await page.keyboard.press('ArrowRight');
      await expect.poll(openId).not.toBe(before);
    }
    await expect(rowOf(openId())).toHaveAttribute('aria-rowindex', '242');
    const last = openId();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(rowOf(last).getByRole('button')).toBeFocused();
  },
);
