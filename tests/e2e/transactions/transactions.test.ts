import { readFile } from 'node:fs/promises';
import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import type { Locator, Page, Request } from '@playwright/test';
import { formatMoney } from '../../../apps/web/src/platform/formats/formats.ts';
import { readCsv } from '../../support/requests/read-csv.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import type { Person } from '../support/person.ts';
import { shownAmount, transactionRows } from './transaction-rows.ts';

/** Exists in the browser, where the functions passed to `evaluate` run. */
declare function getComputedStyle(node: unknown): { readonly color: string };

const listRoute = '**/api/user/transactions/v2';
const utc = { headers: { 'x-time-zone': 'UTC' } };

/** Fetches every row that matches a filter, page by page. */
async function fetchAll({ api }: Person, filter: { category?: string[]; date_range?: string }) {
  const rows = [];
  for (let after: string | null | undefined; after !== null; ) {
    const body = { ...filter, ...(after === undefined ? {} : { after }) };
    const page = await api.request('POST /user/transactions/v2', { body, ...utc });
    rows.push(...page.transactions);
    after = page.next;
  }
  return rows;
}

/** Resolves with the next request that searches for a text. Background refreshes don't count. */
const nextSearch = (page: Page) =>
  page.waitForRequest(
    (request) => isList(request) && request.postDataJSON().search_str !== undefined,
  );

const isList = (request: Request) => request.url().endsWith('/user/transactions/v2');

const dropdown = (page: Page, name: string | RegExp) => page.getByRole('combobox', { name });

async function choose(page: Page, filter: string, option: string | RegExp): Promise<void> {
  await dropdown(page, new RegExp(`^${filter}`)).click();
  await page.getByRole('option', { name: option }).first().click();
  await page.keyboard.press('Escape');
}

test(
  'Enter searches immediately, and Back undoes the search',
  oneLayout,
  async ({ page, people, isWide }) => {
    await page.clock.install();
    await openAs(people.household, page, '/transactions');
    const rows = transactionRows(page, isWide);
    await expect(rows).toHaveCount(50);
    const box = page.getByRole('combobox', { name: 'Search transactions' });
    // While the clock is paused, code that is still loading would not be rendered.
    await expect(box).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    await box.fill('ma');
    await box.press('Enter');
    await box.fill('market');
    const request = nextSearch(page);
    await box.press('Enter');
    expect((await request).postDataJSON()).toEqual({ search_str: 'market' });
    await page.clock.resume();
    await expect(page).toHaveURL('/transactions?search=market');
    await page.goBack();
    await expect(page).toHaveURL('/transactions');
    await expect(box).toHaveValue('');
    await expect(rows).toHaveCount(50);
  },
);

test('text typed while a search reaches the URL is kept', oneLayout, async ({ page, people }) => {
  await openAs(people.household, page, '/transactions');
  const box = page.getByRole('combobox', { name: 'Search transactions' });
  await box.fill('market');
  // Enter and the next key in one task, as on a slow machine.
  await page.evaluate(`
      document.activeElement.form.requestSubmit();
      document.activeElement.select();
      document.execCommand('insertText', false, 'rent');
    `);
  await expect(page).toHaveURL('/transactions?search=market');
  await expect(box).toHaveValue('rent');
  await expect(page).toHaveURL('/transactions?search=rent');
  await expect(box).toHaveValue('rent');
});

test('three filters combine, persist in the URL, and are cleared together', async ({
  page,
  people,
  isWide,
}) => {
  const { accounts } = await people.household.api.request('GET /user/accounts');
  const card = accounts.find(({ subtype }) => subtype === 'credit card');
  await openAs(people.household, page, '/transactions');
  const rows = transactionRows(page, isWide);
  await choose(page, 'Categories', /^Groceries/);
  await expect(page).toHaveURL(/category=food_and_drink_groceries/);
  await choose(page, 'Accounts', new RegExp(`^${card?.name}`));
  await expect(page).toHaveURL(/account=/);
  await choose(page, 'Date Range', 'Last 60 days');
  await expect(page).toHaveURL(/range=last_60_days/);
  const expected = await people.household.api.request('POST /user/transactions/v2', {
    body: {
      category: ['food_and_drink_groceries'],
      account: [card?.account_id ?? ''],
      date_range: 'last_60_days',
    },
    ...utc,
  });
  expect(expected.transactions.length).toBeGreaterThan(1);
  await expect(rows).toHaveCount(expected.transactions.length);
  await expect(rows.filter({ hasText: 'Groceries' })).toHaveCount(expected.transactions.length);

  await page.reload();
  await expect(rows).toHaveCount(expected.transactions.length);
  await expect(dropdown(page, 'Categories, 1 selected')).toBeVisible();
  await expect(dropdown(page, 'Accounts, 1 selected')).toBeVisible();
  await expect(dropdown(page, 'Date Range')).toContainText('Last 60 days');

  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page).toHaveURL('/transactions');
  await expect(rows).toHaveCount(50);
  await expect(dropdown(page, 'Categories')).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(expected.transactions.length);
});

test(
  'a pending search does not close a transaction opened in the meantime',
  oneLayout,
  async ({ page, people }) => {
    await openAs(people.household, page, '/transactions');
    await page.locator('[data-transaction]').nth(3).waitFor();
    await page.getByRole('combobox', { name: 'Search transactions' }).fill('market');
    await page.locator('[data-transaction]').nth(3).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page).toHaveURL(/\?search=market&tx=/);
    await expect(page.getByRole('dialog')).toBeVisible();
  },
);

test(
  'options chosen faster than the URL updates are all applied',
  oneLayout,
  async ({ page, people, isWide }) => {
    await openAs(people.household, page, '/transactions');
    await expect(transactionRows(page, isWide)).toHaveCount(50);
    await dropdown(page, 'Categories').click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.evaluate(`
      for (const name of ['Wages', 'Dividends'])
        [...document.querySelectorAll('[role="option"]')].find((option) => option.textContent === name).click();
    `);
    await expect(page).toHaveURL('/transactions?category=income_wages&category=income_dividends');
  },
);

test(
  'a link to a category opens the list filtered to it',
  oneLayout,
  async ({ page, people, isWide }) => {
    await openAs(people.household, page, '/transactions?category=food_and_drink');
    await expect(dropdown(page, 'Categories, 1 selected')).toBeVisible();
    const { transactions } = await people.household.api.request('POST /user/transactions/v2', {
      body: { category: ['food_and_drink'] },
      ...utc,
    });
    const rows = transactionRows(page, isWide);
    await expect(rows).toHaveCount(transactions.length);
    for (const [index, { effective_category, amount }] of transactions.slice(0, 10).entries()) {
      await expect(rows.nth(index)).toContainText(categoryLabel(effective_category));
      await expect(rows.nth(index)).toContainText(shownAmount(amount));
    }
  },
);

test(
  'choosing a group chooses its categories, deselecting one keeps the others, and the filters fit on 320 px',
  oneLayout,
  async ({ page, people }) => {
    await openAs(people.household, page, '/transactions?category=food_and_drink');
    const option = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) });
    await dropdown(page, 'Categories, 1 selected').click();
    const search = page.getByRole('combobox', { name: 'Search categories...' });
    // Searching for a group also finds its categories.
    await search.fill('food and');
    await expect(option('Coffee')).toHaveAttribute('aria-selected', 'true');
    await option('Coffee').click();
    await expect(option('Coffee')).toHaveAttribute('aria-selected', 'false');
    await expect(
      page.getByRole('option', { name: /^Food and drink ?, partly selected/ }),
    ).toBeVisible();
    await expect(page).not.toHaveURL(/category=food_and_drink(&|$)/);
    await expect(page).toHaveURL(/category=food_and_drink_groceries/);
    await page.getByRole('option', { name: /^Food and drink ?, partly selected/ }).click();
    await expect(page).toHaveURL('/transactions?category=food_and_drink');
    await expectAccessible(page, 'the category filter');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 320, height: 700 });
    for (const name of [/^Categories/, 'Accounts', 'Date Range']) {
      const box = await dropdown(page, name).boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
    }
  },
);

test(
  'Load More reaches the end without missing or duplicate rows',
  oneLayout,
  async ({ page, people, isWide }) => {
    const categories = Map.groupBy(
      await fetchAll(people.household, {}),
      (row) => row.effective_category,
    );
    // More than two pages, but few enough that the list is not virtualized.
    const [category = '', all = []] =
      [...categories].find(([, { length }]) => length > 100 && length < 250) ?? [];
    expect(all.length).toBeGreaterThan(100);
    await openAs(people.household, page, `/transactions?category=${category}`);
    const rows = transactionRows(page, isWide);
    const more = page.getByRole('button', { name: 'Load More' });
    for (let shown = 50; shown < all.length; shown += 50) {
      await expect(rows).toHaveCount(shown);
      await more.click();
    }
    await expect(rows).toHaveCount(all.length);
    await expect(more).toBeDisabled();
    // For keyboard users, the disabled button keeps the focus.
    await expect(more).toBeFocused();
    const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    await expect(rows).toHaveText(
      all.map(
        ({ merchant_name, name, amount }) =>
          new RegExp(
            `${escapeRegExp(merchant_name || name)}.*${escapeRegExp(shownAmount(amount))}`,
          ),
      ),
    );
  },
);

test('a pending row is muted and bold, money in is green', async ({ page, people, isWide }) => {
  await openAs(people.example, page, '/transactions');
  const rows = transactionRows(page, isWide);
  const pending = rows.filter({ hasText: 'Pending' });
  await expect(pending).toHaveCount(1);
  await expect(pending).toContainText('food and drink coffee');
  const colorOf = (row: Locator, text: string) =>
    row.getByText(text, { exact: true }).evaluate((node) => getComputedStyle(node).color);
  const name = pending.getByRole('button', { name: 'food and drink coffee' });
  await expect(name).toHaveCSS('font-weight', '600');
  const spent = await colorOf(rows.filter({ hasText: '$84.10' }), '$84.10');
  expect(await colorOf(pending, '$12.50')).not.toBe(spent);
  const moneyIn = await colorOf(rows.filter({ hasText: '+$2,600.00' }), '+$2,600.00');
  expect(moneyIn).not.toBe(spent);
  expect(await colorOf(rows.filter({ hasText: '+$20.00' }), '+$20.00')).toBe(moneyIn);
});

test(
  'an empty search result offers to clear the filters',
  oneLayout,
  async ({ page, people, isWide }) => {
    await openAs(people.household, page, '/transactions?search=no%20such%20merchant');
    await expect(page.getByText('No transactions match')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear all filters' }).last().click();
    await expect(transactionRows(page, isWide)).toHaveCount(50);
  },
);

test(
  'a list that fails to load shows the reason, and Retry loads it',
  oneLayout,
  async ({ page, people, isWide, browserErrors }) => {
    browserErrors.allow(/503 .*\/transactions\/v2/);
    await page.route(listRoute, (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          title: 'Service Unavailable',
          status: 503,
          code: 'unavailable',
          detail: 'The database is temporarily unavailable.',
          request_id: 'r1',
        }),
      }),
    );
    await openAs(people.household, page, '/transactions');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText("Your transactions couldn't be loaded");
    await expect(alert).toContainText('The database is temporarily unavailable.');
    await page.unroute(listRoute);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(transactionRows(page, isWide)).toHaveCount(50);
    await expect(alert).toBeHidden();
  },
);

test(
  'a link to an account that no longer exists offers to clear the filters',
  oneLayout,
  async ({ page, people, isWide, browserErrors }) => {
    browserErrors.allow(/404 .*\/transactions\/(v2|summary)/);
    await openAs(people.example, page, '/transactions?account=closed-long-ago');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText("Your transactions couldn't be loaded");
    await expect(alert.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await alert.getByRole('button', { name: 'Clear all filters' }).click();
    await expect(page).toHaveURL('/transactions');
    await expect(transactionRows(page, isWide)).toHaveCount(12);
  },
);

test(
  'the totals of a filter match the API, and the download matches its dialog',
  oneLayout,
  async ({ page, people }) => {
    const { api } = people.household;
    await openAs(people.household, page, '/transactions?category=food_and_drink');
    // Not through `choose`, whose Escape would close the dialog that opens.
    await dropdown(page, /^Date Range/).click();
    await page.getByRole('option', { name: 'Custom range…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('From').fill('2026-08-01');
    await dialog.getByLabel('To').fill('2026-09-01');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(
      '/transactions?category=food_and_drink&from=2026-08-01&to=2026-09-01',
    );
    const body = {
      category: ['food_and_drink'],
      date_range: { from: '2026-08-01', to: '2026-09-01' },
    };
    const sums = await api.request('POST /user/transactions/summary', { body, ...utc });
    await expect(page.getByText(`${sums.count} transactions`, { exact: true })).toBeVisible();
    await expect(page.getByText(`${formatMoney(sums.sum_out)} spent`)).toBeVisible();

    await page.getByRole('button', { name: 'Download' }).click();
    await expect(dialog.getByText(String(sums.count), { exact: true })).toBeVisible();
    await expectAccessible(page, 'the download dialog');
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    // By name: the message that the download is done is a dialog too.
    await expect(page.getByRole('dialog', { name: 'Download transactions' })).toBeHidden();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('transactions.csv');
    const rows = readCsv(await readFile(await file.path(), 'utf8'));
    expect(rows).toHaveLength(sums.count + 1);
    expect(rows[0]?.[0]).toBe('date');
  },
);
