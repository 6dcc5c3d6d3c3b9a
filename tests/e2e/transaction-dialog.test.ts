import type { Page } from '@playwright/test';
import { formatAccount, formatMoney } from '../../apps/web/src/platform/formats.ts';
import { workedExample } from '../support/worked-example.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, oneLayout, openAs, test } from './journey.ts';
import { type Person, paidPerson, product } from './person.ts';

/** The newest rows, as the list has them. */
const newest = async ({ api }: Person) =>
  (await api.reply('POST /user/transactions/v2', { body: {} })).transactions;

type Row = Awaited<ReturnType<typeof newest>>[number];

const dialogOf = (page: Page) => page.getByRole('dialog').first();

/** Whether the dialog shows a row, and the address says so. */
async function expectShown(page: Page, row: Row | undefined): Promise<void> {
  if (row === undefined) throw new Error('There are too few rows');
  await expect(page).toHaveURL(new RegExp(`[?&]tx=${row.id}`));
  const dialog = dialogOf(page);
  await expect(dialog).toContainText((row.merchant_name || row.name).toLocaleUpperCase());
  await expect(dialog.getByText(formatMoney(row.amount), { exact: true })).toBeVisible();
}

test('the dialog has an address, and goes through the list by keys and buttons', async ({
  page,
  people,
}) => {
  const rows = await newest(people.household);
  await openAs(people.household, page, '/transactions');
  // Pressed twice it is opened once: one step back closes it, below.
  await page.locator(`[data-transaction="${rows[1]?.id}"]`).dblclick();
  await expectShown(page, rows[1]);
  await page.keyboard.press('ArrowRight');
  await expectShown(page, rows[2]);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expectShown(page, rows[0]);
  const dialog = dialogOf(page);
  const previous = dialog.getByRole('button', { name: 'Previous transaction' });
  await expect(previous).toBeDisabled();
  await dialog.getByRole('button', { name: 'Next transaction' }).click();
  await expectShown(page, rows[1]);

  // In the picker the arrows are those of its field.
  await dialog.getByRole('button', { name: /change the category/ }).click();
  const search = page.getByRole('combobox', { name: 'Search categories...' });
  await expect(search).toBeFocused();
  await search.fill('coffee');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expectShown(page, rows[1]);
  await dialog.getByRole('button', { name: 'What happened' }).click();
  await expect(dialog.getByText(/reported it/)).toBeVisible();
  await expectAccessible(page, 'the transaction dialog', '[role="dialog"]');

  await page.reload();
  await expectShown(page, rows[1]);
  const account = rows[1]?.plaid_account;
  const link = dialog.getByRole('link', {
    name: formatAccount(account?.name ?? '', account?.mask ?? null),
  });
  await expect(link).toHaveAttribute('href', `/account/${rows[1]?.account_id}`);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/transactions');
  await page.goForward();
  await expectShown(page, rows[1]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/transactions');
  await expect(page.locator(`[data-transaction="${rows[1]?.id}"]`)).toBeFocused();
});

test(
  'what happened is told while it happens: a pending one posts for more under the open dialog, and goes on',
  oneLayout,
  async ({ page }) => {
    const person = await paidPerson();
    const item = await person.api.link(workedExample(Temporal.Now.plainDateISO('UTC')));
    const bank = (call: string, body: object) =>
      product.sandbox.control(`items/${item}/${call}`, body);
    const supper = { amount: 20, description: 'Lantern Supper', category: 'travel_flights' };
    await bank('activity', { transactions: [{ ...supper, pending: true, tip: 4.5 }] });
    await openAs(person, page, '/transactions');
    await page.getByRole('button', { name: /Lantern Supper/ }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'What happened' }).click();
    const told = dialog.getByRole('list').last().getByRole('listitem');
    await expect(dialog.getByText('PENDING', { exact: true })).toBeVisible();
    await expect(told).toHaveText([/^Arrived, pending.*\$20\.00\.$/]);
    await expectAccessible(page, 'what happened to a pending one', '[role="dialog"]');

    const before = page.url();
    await bank('settle', {});
    await expect(dialog.getByText('$24.50', { exact: true })).toBeVisible();
    await expect(told).toHaveText([/^Arrived, pending/, /^Posted.*\$4\.50 more\.$/]);
    await expect(dialog.getByText('PENDING', { exact: true })).toHaveCount(0);
    expect(page.url()).not.toBe(before);
    // Addresses from before lead to it too: that of its history and its own.
    await page.goto(`/transaction/history?txId=${new URL(before).searchParams.get('tx')}`);
    await expect(page.getByRole('heading', { name: 'Lantern Supper' })).toBeVisible();
    await page.goto(before);
    await expect(dialog.getByText('$24.50', { exact: true })).toBeVisible();
    // Until its own address has replaced the old one, its parts may be made anew under a menu.
    await expect(page).not.toHaveURL(before);
    await dialog.getByRole('button', { name: 'Included' }).click();
    await page.getByRole('menuitem', { name: 'Exclude from spending' }).click();
    await expect(dialog.getByRole('button', { name: 'Excluded' })).toBeVisible();

    await dialog.getByRole('button', { name: 'What happened' }).click();
    await expect(told).toHaveText([/^Arrived, pending/, /^Posted/, /^Excluded/]);
    await expectAccessible(page, 'everything that happened', '[role="dialog"]');
  },
);

test(
  'wherever it is opened from it is the same dialog, and an address of nobody says so',
  oneLayout,
  async ({ page, people, trouble }) => {
    const rows = await newest(people.household);
    const dialog = dialogOf(page);
    await openAs(people.household, page, '/');
    await page.locator(`[data-transaction="${rows[0]?.id}"]`).click();
    await expectShown(page, rows[0]);
    await page.keyboard.press('ArrowRight');
    await expectShown(page, rows[1]);
    await page.goto(`/transaction/cat/${rows[2]?.effective_category}?tx=${rows[2]?.id}`);
    await expectShown(page, rows[2]);
    await page.goto(`/transaction/history?txId=${rows[2]?.id}&tx=${rows[2]?.id}`);
    await expectShown(page, rows[2]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`/transaction/history?txId=${rows[2]?.id}`);

    // A row that the list has not loaded is asked for; one that is somebody else's is not there.
    await page.goto(`/transactions?category=medical_nursing_care&tx=${rows[0]?.id}`);
    await expectShown(page, rows[0]);
    await expect(dialog.getByRole('button', { name: 'Next transaction' })).toHaveCount(0);
    trouble.expect(/(404|503) .*\/user\/transaction\?/);
    const [theirs] = await newest(people.example);
    await page.goto(`/transactions?tx=${theirs?.id}`);
    await expect(dialog).toContainText('This transaction is not there');
    await expectAccessible(page, 'a transaction that is not there', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page).toHaveURL('/transactions');

    await page.route('**/api/user/transaction?*', (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    trouble.expect(/500 .*\/user\/transaction\?/);
    await page.goto(`/transactions?category=medical_nursing_care&tx=${rows[0]?.id}`);
    await expect(dialog).toContainText('The transaction could not be loaded');
    await page.unroute('**/api/user/transaction?*');
    const retry = dialog.getByRole('button', { name: 'Retry' });
    await expect(async () => {
      // A sync that ends in this moment asks for it too.
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
      await expect(retry).toBeHidden({ timeout: 1_000 });
    }).toPass();
    await expectShown(page, rows[0]);
  },
);

test(
  'a long list has only the rows in sight on the page, and comes back where it was',
  oneLayout,
  async ({ page, people, wide }) => {
    await openAs(people.household, page, '/transactions');
    const more = page.getByRole('button', { name: 'Load More' });
    const table = page.getByRole('table', { name: 'Transactions' });
    for (let loaded = 100; loaded <= 400; loaded += 50) {
      await more.click();
      await expect(page.getByText(`${loaded} transactions shown, there are more`)).toBeAttached();
    }
    expect(wide).toBe(true);
    await expect(table).toHaveAttribute('aria-rowcount', '401');
    const rows = table.locator('tr[data-index]');
    await expect.poll(() => rows.count()).toBeLessThan(100);
    await page.evaluate('window.scrollTo(0, 200 * 53)');
    const row = table.locator('[aria-rowindex="202"]');
    await expect(row).toBeVisible();
    await row.getByRole('button').click();
    const dialog = dialogOf(page);
    await expect(dialog).toBeVisible();
    const at = await page.evaluate('window.scrollY');
    await dialog.getByRole('link', { name: /HISTORY|SUBSCRIPTION/ }).click();
    await expect(page).not.toHaveURL(/\/transactions/);
    await page.goBack();
    await expect(dialog).toBeVisible();
    await expect.poll(() => page.evaluate('window.scrollY')).toBe(at);
    // Beyond what is on the page, by the keyboard alone; its row has the focus afterwards.
    const place = (id: string | null) =>
      // By what it is: behind an open dialog nothing has a role.
      page.locator('tr', { has: page.locator(`[data-transaction="${id}"]`) });
    const shownId = () => new URL(page.url()).searchParams.get('tx');
    for (let step = 0; step < 40; step += 1) {
      const before = shownId();
      await page.keyboard.press('ArrowRight');
      await expect.poll(shownId).not.toBe(before);
    }
    await expect(place(shownId())).toHaveAttribute('aria-rowindex', '242');
    const last = shownId();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(place(last).getByRole('button')).toBeFocused();
  },
);
