import type { Locator, Page } from '@playwright/test';
import { workedExample } from '../../support/bank/worked-example.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { paidPerson, product } from '../support/person.ts';
import { transactionRows } from './transaction-rows.ts';

/** Makes a call fail. Returns the function that lets it succeed again. */
async function failCall(page: Page, call: string, status = 500): Promise<() => Promise<void>> {
  await page.route(`**/api${call}`, (route) => route.fulfill({ status, json: {} }));
  return () => page.unroute(`**/api${call}`);
}

/** Presses Retry until the content has loaded. Events can also trigger refetches, which hide the alert. */
async function retry(alert: Locator, content: Locator): Promise<void> {
  const button = alert.getByRole('button', { name: 'Retry' });
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 2_000 });
    await expect(content).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(alert).toHaveCount(0);
}

test(
  'failed histories and monthly totals show errors next to the data that loaded',
  oneLayout,
  async ({ page, people, isWide, browserErrors }) => {
    browserErrors.allow(/50[03] .*\/transaction(s\/(summary|monthly)|\/(history|story))/);
    const { api } = people.household;
    const [row] = (await api.request('POST /user/transactions/v2', { body: {} })).transactions;
    const rows = transactionRows(page, isWide);
    const alert = page.getByRole('alert').filter({ hasText: /./ });

    // A 503 is retried before the error shows. A 500 shows at once.
    let restore = await failCall(page, '/user/transaction/history*', 503);
    await openAs(people.household, page, `/transaction/history?txId=${row?.id}`);
    await expect(alert).toContainText("This history couldn't be loaded");
    await expectAccessible(page, 'a history that failed');
    await restore();
    await retry(alert, page.getByText('Average per month'));

    restore = await failCall(page, '/user/transactions/monthly');
    const restoreHistory = await failCall(page, '/user/transaction/story*');
    await page.goto(`/transaction/cat/${row?.effective_category}`);
    await expect(alert).toContainText("The monthly totals couldn't be loaded");
    await expect(rows.first()).toBeVisible();
    await restore();
    await retry(alert, page.getByText('Average per month'));

    await rows.first().getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Transaction history' }).click();
    await expect(dialog.getByRole('alert')).toContainText("Transaction history couldn't be loaded");
    await restoreHistory();
    await retry(dialog.getByRole('alert'), dialog.getByText(/reported it/));

    // Missing totals don't raise an alert above the list.
    await failCall(page, '/user/transactions/summary');
    const rejected = page.waitForResponse('**/api/user/transactions/summary');
    await page.goto('/transactions');
    await rejected;
    await expect(rows).toHaveCount(50);
    await expect(alert).toHaveCount(0);
  },
);

test(
  'a transaction that its bank removes shows as removed while open, and returns when restored',
  oneLayout,
  async ({ page, browserErrors }) => {
    browserErrors.allow(/404 .*\/user\/transaction(\/history)?\?tx_id=/);
    const person = await paidPerson();
    const item = await person.api.linkBank(workedExample(Temporal.Now.plainDateISO('UTC')));
    const [row] = (await person.api.request('POST /user/transactions/v2', { body: {} }))
      .transactions;
    const bank = (call: string, body: object) =>
      product.sandbox.control(`items/${item}/${call}`, body);
    const removal = { transaction_id: row?.transaction_id };
    await openAs(person, page, `/transactions?tx=${row?.id}`);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('$99.00', { exact: true })).toBeVisible();
    await bank('remove', removal);
    await expect(dialog).toContainText('Transaction removed');
    await dialog.getByRole('button', { name: 'Transaction history' }).click();
    await expect(dialog.getByText('Removed', { exact: true })).toBeVisible();
    await expectAccessible(page, 'a removed transaction', '[role="dialog"]');
    await bank('restore', removal);
    await expect(dialog.getByText('$99.00', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Restored', { exact: true })).toBeVisible();

    await bank('remove', removal);
    await dialog.getByRole('link', { name: 'Find similar transactions' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/transactions?search=general%20merchandise%20electronics');
    await expect(page.getByText('No transactions match')).toBeVisible();

    // The transaction is removed while its merchant's history is open.
    await bank('restore', removal);
    const fetchRow = () =>
      person.api.call('GET /user/transaction', { query: { tx_id: row?.id ?? '' } });
    await expect.poll(async () => (await fetchRow()).status).toBe(200);
    await page.goto(`/transaction/history?txId=${row?.id}&tx=${row?.id}`);
    await expect(dialog.getByText('$99.00', { exact: true })).toBeVisible();
    await bank('remove', removal);
    await expect(page.getByText("We couldn't find this transaction")).toBeVisible();
    await expect(dialog).toBeHidden();
  },
);

test(
  'a list that fails to refresh shows its age, and a list without banks links to the bank screen',
  oneLayout,
  async ({ page, people, browserErrors }) => {
    browserErrors.allow(/500 .*\/transactions\/v2/);
    const person = await paidPerson();
    const item = await person.api.linkBank(workedExample(Temporal.Now.plainDateISO('UTC')));
    await openAs(person, page, '/transactions');
    await expect(page.getByText('12 transactions', { exact: true })).toBeVisible();
    const restore = await failCall(page, '/user/transactions/v2');
    await product.sandbox.control(`items/${item}/activity`, {
      transactions: [{ amount: 3, description: 'Lantern Supper', category: 'travel_flights' }],
    });
    const alert = page.getByRole('alert').filter({ hasText: "couldn't be updated" });
    await expect(alert).toContainText('Showing data from');
    await expect(
      page.getByRole('button', { name: 'general merchandise electronics' }),
    ).toBeVisible();
    await restore();
    await retry(alert, page.getByRole('button', { name: 'Lantern Supper' }));

    await openAs(people.paid, page, '/transactions');
    await expect(page.getByText('No transactions yet')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Link a bank' }).click();
    await expect(page).toHaveURL('/link');
  },
);
