import type { Locator, Page } from '@playwright/test';
import { workedExample } from '../support/worked-example.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, oneLayout, openAs, test } from './journey.ts';
import { paidPerson, product } from './person.ts';
import { transactionRows } from './transaction-rows.ts';

/** Lets a call fail until the function that this answers is called. */
async function failing(page: Page, call: string, status = 500): Promise<() => Promise<void>> {
  await page.route(`**/api${call}`, (route) => route.fulfill({ status, json: {} }));
  return () => page.unroute(`**/api${call}`);
}

/** Presses Retry until what failed is there. It may be asked for by itself too, when the page hears news. */
async function retry(alert: Locator): Promise<void> {
  const button = alert.getByRole('button', { name: 'Retry' });
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 2_000 });
    await expect(alert).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
}

test(
  'a history, the months of a category and what happened, when they fail, say so beside what is there',
  oneLayout,
  async ({ page, people, wide, trouble }) => {
    trouble.expect(/50[03] .*\/transaction(s\/(summary|monthly)|\/(history|story))/);
    const { api } = people.household;
    const [row] = (await api.reply('POST /user/transactions/v2', { body: {} })).transactions;
    const rows = transactionRows(page, wide);
    const alert = page.getByRole('alert').filter({ hasText: /./ });

    // 503 is asked again by itself before it is told; 500 is told at once.
    let mend = await failing(page, '/user/transaction/history*', 503);
    await openAs(people.household, page, `/transaction/history?txId=${row?.id}`);
    await expect(alert).toContainText("The history couldn't be loaded");
    await expectAccessible(page, 'a history that failed');
    await mend();
    await retry(alert);
    await expect(page.getByText('Average per month')).toBeVisible();

    mend = await failing(page, '/user/transactions/monthly');
    const mendStory = await failing(page, '/user/transaction/story*');
    await page.goto(`/transaction/cat/${row?.effective_category}`);
    await expect(alert).toContainText("The months couldn't be loaded");
    await expect(rows.first()).toBeVisible();
    await mend();
    await retry(alert);
    await expect(page.getByText('Average per month')).toBeVisible();

    await rows.first().getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'What happened' }).click();
    await expect(dialog.getByRole('alert')).toContainText('What happened could not be loaded');
    await mendStory();
    await retry(dialog.getByRole('alert'));
    await expect(dialog.getByText(/reported it/)).toBeVisible();

    // A sum that is missing is no news beside the list that it is of.
    await failing(page, '/user/transactions/summary');
    const refused = page.waitForResponse('**/api/user/transactions/summary');
    await page.goto('/transactions');
    await refused;
    await expect(rows).toHaveCount(50);
    await expect(alert).toHaveCount(0);
  },
);

test(
  'one that its bank takes back says so where it is open, and is there again when it comes back',
  oneLayout,
  async ({ page, trouble }) => {
    trouble.expect(/404 .*\/user\/transaction(\/history)?\?tx_id=/);
    const person = await paidPerson();
    const item = await person.api.link(workedExample(Temporal.Now.plainDateISO('UTC')));
    const [row] = (await person.api.reply('POST /user/transactions/v2', { body: {} })).transactions;
    const bank = (call: string, body: object) =>
      product.sandbox.control(`items/${item}/${call}`, body);
    const theRow = { transaction_id: row?.transaction_id };
    await openAs(person, page, `/transactions?tx=${row?.id}`);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('$99.00', { exact: true })).toBeVisible();
    await bank('remove', theRow);
    await expect(dialog).toContainText('This transaction is gone');
    await dialog.getByRole('button', { name: 'What happened' }).click();
    await expect(dialog.getByText('Taken back', { exact: true })).toBeVisible();
    await expectAccessible(page, 'a transaction that is gone', '[role="dialog"]');
    await bank('restore', theRow);
    await expect(dialog.getByText('$99.00', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Came back', { exact: true })).toBeVisible();

    await bank('remove', theRow);
    await dialog.getByRole('link', { name: 'Look for others like it' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/transactions?search=general%20merchandise%20electronics');
    await expect(page.getByText('No transactions match')).toBeVisible();

    // Its history, looked at while it goes.
    await bank('restore', theRow);
    const isBack = () =>
      person.api.call('GET /user/transaction', { query: { tx_id: row?.id ?? '' } });
    await expect.poll(async () => (await isBack()).status).toBe(200);
    await page.goto(`/transaction/history?txId=${row?.id}&tx=${row?.id}`);
    await expect(dialog.getByText('$99.00', { exact: true })).toBeVisible();
    await bank('remove', theRow);
    await expect(page.getByText('This transaction is not there')).toBeVisible();
    await expect(dialog).toBeHidden();
  },
);

test(
  'a list that cannot be brought up to date says how old it is; with no bank linked it says where to begin',
  oneLayout,
  async ({ page, people, trouble }) => {
    trouble.expect(/500 .*\/transactions\/v2/);
    const person = await paidPerson();
    const item = await person.api.link(workedExample(Temporal.Now.plainDateISO('UTC')));
    await openAs(person, page, '/transactions');
    await expect(page.getByText('12 transactions', { exact: true })).toBeVisible();
    const mend = await failing(page, '/user/transactions/v2');
    await product.sandbox.control(`items/${item}/activity`, {
      transactions: [{ amount: 3, description: 'Lantern Supper', category: 'travel_flights' }],
    });
    const alert = page.getByRole('alert').filter({ hasText: 'brought up to date' });
    await expect(alert).toContainText('Showing data from');
    await expect(
      page.getByRole('button', { name: 'general merchandise electronics' }),
    ).toBeVisible();
    await mend();
    await retry(alert);
    await expect(page.getByRole('button', { name: 'Lantern Supper' })).toBeVisible();

    await openAs(people.paid, page, '/transactions');
    await expect(page.getByText('No transactions yet')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Link a bank' }).click();
    await expect(page).toHaveURL('/link');
  },
);
