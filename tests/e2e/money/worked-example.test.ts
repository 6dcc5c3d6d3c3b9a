import { workedExample } from '../../support/bank/worked-example.ts';
import { openBank, shareAccounts, signInToBank } from '../accounts/link-flow.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { paidPerson } from '../support/person.ts';
import { transactionDialog, transactionRows } from '../transactions/transaction-rows.ts';

const today = Temporal.Now.plainDateISO('UTC');
const month = today.toLocaleString('en-US', { month: 'long', year: 'numeric' });
const utc = { headers: { 'x-time-zone': 'UTC' } };

test('the worked example shows 1,611.60 spent and 2,600.00 income everywhere', async ({
  page,
  isWide,
}) => {
  const person = await paidPerson();
  await openAs(person, page, '/link');
  const frame = await openBank(page, 'Juniper Federal');
  await signInToBank(frame, workedExample(today));
  await shareAccounts(frame);
  await page.waitForURL('/');

  await test.step('the user excludes a transaction', async () => {
    await page.getByRole('link', { name: 'Show more transactions' }).click();
    await expect(transactionRows(page, isWide)).toHaveCount(12);
    await page.getByRole('button', { name: /^general merchandise electronics/ }).click();
    await page.getByRole('button', { name: 'Included' }).click();
    await page.getByRole('menuitem', { name: 'Exclude from spending' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Excluded' })).toBeVisible();
    const dialog = transactionDialog(page);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(dialog).toBeHidden();
    await page.getByRole('link', { name: 'Cairn', exact: true }).click();
  });

  await test.step('the dashboard and its chart tables show the totals', async () => {
    const spending = page.getByRole('region', { name: 'Spending this month' });
    await expect(spending.getByText('$1,611.60').first()).toBeVisible();
    await expect(spending.getByText("You've spent $1,611.60 more than")).toBeVisible();
    await page.getByRole('button', { name: /table.*Cumulative spending by day/ }).click();
    const days = page.getByRole('table', { name: 'Cumulative spending by day' });
    const soFar = days.getByRole('row').nth(today.day);
    await expect(soFar.getByRole('cell').first()).toHaveText('$1,611.60');

    // Below the fold, the card loads when it is scrolled into view.
    await page.getByRole('link', { name: 'Show more transactions' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: /table.*Income and spending per month/ }).click();
    const months = page.getByRole('table', { name: 'Income and spending per month' });
    await expect(months.getByRole('row', { name: month }).getByRole('cell')).toHaveText([
      '$2,600.00',
      '$1,611.60',
    ]);
  });

  await test.step('the API returns the totals', async () => {
    const { res } = await person.api.request('GET /user/currentspending', utc);
    expect(res[today.day - 1]?.currentMonthSum).toBe(1611.6);
    const { results } = await person.api.request('GET /user/cashflow', utc);
    expect(results.at(-1)).toMatchObject({ spent: 1611.6, income: 2600 });
    expect(results.slice(0, -1).every(({ spent, income }) => spent === 0 && income === 0)).toBe(
      true,
    );
  });

  await test.step('excluded transactions are marked with their reasons', async () => {
    await page.goto('/transactions');
    const rows = transactionRows(page, isWide);
    await expect(rows).toHaveCount(12);
    await expect(rows.filter({ hasText: 'Excluded' })).toHaveCount(6);
    for (const [name, amount, reason] of [
      [/^loan payments/, '$400.00', /Credit card payments are excluded\. If you want to include/],
      [/^transfer out account/, '$250.00', /Transfers to internal accounts are excluded\. If/],
      [/^transfer in account/, '+$250.00', /Transfers to internal accounts are excluded\. If/],
      [/^transfer out withdrawal/, '$60.00', /Transfers to internal accounts are excluded\. If/],
    ] as const) {
      await rows.filter({ hasText: amount }).getByRole('button', { name }).first().click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: reason })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await expect(rows.filter({ hasText: '$35.00' })).not.toContainText('Excluded');
  });
});

test(
  'an internal transfer links to its matching transfer',
  oneLayout,
  async ({ page, people, isWide }) => {
    await openAs(people.example, page, '/transactions');
    const rows = transactionRows(page, isWide);
    await rows.getByRole('button', { name: 'transfer in account transfer' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('+$250.00')).toBeVisible();
    await dialog.getByRole('button', { name: 'Show matching transfer' }).click();
    await expect(dialog.getByText('$250.00', { exact: true })).toBeVisible();
    await expect(dialog.getByText('transfer out account transfer').last()).toBeVisible();
  },
);
