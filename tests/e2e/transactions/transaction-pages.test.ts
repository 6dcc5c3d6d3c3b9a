import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMoney } from '../../../apps/web/src/platform/formats/formats.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { transactionRows } from './transaction-rows.ts';

const utc = { headers: { 'x-time-zone': 'UTC' } };

/** The sum of dollar amounts, exact to the cent. */
const sum = (amounts: readonly number[]) =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;

test("a transaction links to its merchant's history, which opens its transactions", async ({
  page,
  people,
  isWide,
}) => {
  const { api } = people.household;
  await openAs(people.household, page, '/transactions?search=harbor');
  await transactionRows(page, isWide).first().getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'HISTORY' }).click();
  await expect(page).toHaveURL(/\/transaction\/history\?txId=/);
  await expect(dialog).toBeHidden();
  const tx_id = new URL(page.url()).searchParams.get('txId') ?? '';
  const history = await api.request('GET /user/transaction/history', { query: { tx_id }, ...utc });
  await expect(page.getByRole('heading', { name: history.merchant })).toBeVisible();
  const total = sum(Object.values(history.monthly_totals));
  await expect(page.getByText(formatMoney(total), { exact: true }).first()).toBeVisible();
  const rows = transactionRows(page, isWide);
  await expect(rows).toHaveCount(Math.min(50, history.transactions.length));
  await expectAccessible(page, 'the history');
  await rows.last().getByRole('button').click();
  await expect(dialog).toContainText(history.merchant.toLocaleUpperCase());
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(`/transactions?search=harbor&tx=${tx_id}`);
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/transactions?search=harbor');
});

test(
  'the history of an unknown transaction shows an error and a link to all transactions',
  oneLayout,
  async ({ page, people, browserErrors }) => {
    browserErrors.allow(/404 .*\/transaction\/history/);
    await openAs(people.household, page, '/transaction/history?txId=nothing');
    await expect(page.getByText("We couldn't find this transaction")).toBeVisible();
    await page.getByRole('link', { name: 'All transactions' }).click();
    await expect(page).toHaveURL('/transactions');
  },
);

test('a category page shows its monthly totals and transactions', async ({
  page,
  people,
  isWide,
}) => {
  const { api } = people.household;
  const category = 'food_and_drink_groceries';
  await openAs(people.household, page, `/transaction/cat/${category.toUpperCase()}`);
  const body = { category: [category] };
  const { results } = await api.request('POST /user/transactions/monthly', { body, ...utc });
  await expect(page.getByRole('heading', { name: categoryLabel(category) })).toBeVisible();
  const total = formatMoney(sum(results.map(({ spent }) => spent)));
  await expect(page.getByText(total, { exact: true }).first()).toBeVisible();
  await expect(transactionRows(page, isWide)).toHaveCount(50);
  await expectAccessible(page, 'a category');

  // An unknown category without transactions.
  await page.goto('/transaction/cat/some_thing_unheard_of');
  await expect(page.getByRole('heading', { name: 'Some thing unheard of' })).toBeVisible();
  await expect(page.getByText('No transactions in this category')).toBeVisible();
  await page.getByRole('link', { name: 'All transactions' }).click();
  await expect(page).toHaveURL('/transactions');
});
