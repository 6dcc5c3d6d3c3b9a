import { workedExample } from '../../support/bank/worked-example.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { paidPerson } from '../support/person.ts';
import { transactionRows } from '../transactions/transaction-rows.ts';

const today = Temporal.Now.plainDateISO('UTC');
const lastMonth = today.toPlainYearMonth().subtract({ months: 1 }).toString();
const earlier = today.toPlainYearMonth().subtract({ months: 4 });

test('every number of a month by category opens its proof', async ({
  page,
  isWide,
  browserErrors,
}) => {
  // The API returns 404 without a budget.
  browserErrors.allow(/user\/budget/);
  const person = await paidPerson();
  await person.api.linkBank(workedExample(today));
  await openAs(person, page, '/spending');
  const table = page.getByRole('table', { name: 'Spending by category' });
  const dialog = page.getByRole('dialog');

  await test.step('the groups are sorted by size, and the overview opens a proof', async () => {
    await expect(table.getByRole('row')).toHaveCount(5);
    await expect(table.getByRole('row').nth(1)).toContainText(/Rent and utilities.*\$1,500\.00/);
    const overview = page.getByRole('region', { name: 'Overview' });
    await expect(overview.getByRole('link', { name: '$2,600.00' })).toBeVisible();
    await overview.getByRole('link', { name: '$1,710.60' }).click();
  });

  await test.step('the proof adds up, lists what it leaves out, and closes with Back', async () => {
    await expect(dialog.getByRole('heading', { name: 'Spent' })).toBeVisible();
    await expect(dialog.getByText('$1,710.60')).toBeVisible();
    await expect(dialog.getByText('Reduced by refunds: $20.00 (1)')).toBeVisible();
    await expect(dialog.getByText('Includes pending: $12.50 (1)')).toBeVisible();
    await expect(dialog.getByRole('tab', { name: 'In this total (6)' })).toBeVisible();
    await expect(dialog.getByRole('tabpanel').getByRole('listitem')).toHaveCount(6);
    await page.reload();
    await dialog.getByRole('tab', { name: 'Left out (4)' }).click();
    await expect(dialog.getByText('Card payments (2)')).toBeVisible();
    await dialog
      .getByRole('button', { name: /^loan payments credit card/ })
      .first()
      .click();
    await expect(page.getByRole('button', { name: 'Excluded' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Excluded' })).toBeHidden();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/spending');
  });

  await test.step('a group expands to its categories, and a slice opens by keyboard', async () => {
    await table.getByRole('button', { name: 'Categories in Food and drink' }).click();
    await expect(table.getByRole('row', { name: /Groceries/ })).toContainText('$64.10');
    const donut = page.getByRole('slider', { name: 'Share of spending by category' });
    await donut.focus();
    await donut.press('ArrowRight');
    await donut.press('ArrowRight');
    await expect(donut).toHaveAttribute(
      'aria-valuetext',
      /^General merchandise: \d+\.\d%, \$99\.00$/,
    );
    await donut.press('Enter');
    await expect(dialog.getByRole('heading', { name: 'General merchandise' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/spending');
  });

  if (isWide) {
    await test.step('each of two adjacent bars opens its own proof', async () => {
      const bars = page.getByRole('slider', { name: 'Income and spending per month' });
      const { width, height } = (await bars.boundingBox()) ?? { width: 0, height: 0 };
      // The last of 12 months, to the left of the axis.
      const middle = ((width - 44) / 12) * 11.5;
      for (const [x, name, amount] of [
        [middle - 4, 'Income', '$2,600.00'],
        [middle + 4, 'Spent', '$1,710.60'],
      ] as const) {
        await bars.click({ position: { x, y: height - 30 } });
        await expect(dialog.getByRole('heading', { name })).toBeVisible();
        await expect(dialog.getByText(amount).first()).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      }
    });
  }

  await test.step('the selected month is part of the URL', async () => {
    await page.getByRole('tab', { name: 'Last Month' }).click();
    await expect(page).toHaveURL(`/spending?month=${lastMonth}`);
    await expect(page.getByText(/^No spending in /)).toBeVisible();
    await page.getByRole('tab', { name: 'Custom' }).click();
    await dialog.getByRole('combobox', { name: 'Month' }).click();
    const name = earlier
      .toPlainDate({ day: 1 })
      .toLocaleString('en-US', { month: 'long', year: 'numeric' });
    await page.getByRole('option', { name }).click();
    await dialog.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(`/spending?month=${earlier}`);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Custom', selected: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Current Month' }).click();
  });

  await test.step('a category links to its transactions of the month', async () => {
    await table.getByRole('link', { name: 'Food and drink' }).click();
    await expect(page).toHaveURL(/^[^?]*\/transactions\?category=food_and_drink&from=.*&to=/);
    await expect(transactionRows(page, isWide)).toHaveCount(3);
  });

  await test.step('on the dashboard, a day and the same days of last month have proofs', async () => {
    await page.goto('/');
    await page
      .getByRole('slider', { name: 'Cumulative spending by day, this month and last month' })
      .press('Enter');
    await expect(dialog.getByText('$1,710.60')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('link', { name: 'by this day last month' }).click();
    await expect(dialog.getByText('$0.00')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`proofFrom=${lastMonth}-01`));
  });
});

test(
  'the spending screen, a proof, and a category are accessible',
  oneLayout,
  async ({ page, people, browserErrors }) => {
    browserErrors.allow(/user\/budget/);
    await openAs(people.example, page, '/spending');
    const table = page.getByRole('table', { name: 'Spending by category' });
    await table
      .getByRole('button', { name: /^Categories in/ })
      .first()
      .click();
    await expectAccessible(page, 'the spending screen');
    await page.goto('/spending/cat?category=food_and_drink');
    await expect(page.getByRole('slider', { name: /per month/ })).toBeVisible();
    await expectAccessible(page, 'a spending category');
    const proof = page.getByRole('dialog');
    await page.getByRole('slider', { name: /per month/ }).press('Enter');
    await expect(proof).toContainText('Food and drink');
    await expect(page).toHaveURL(/proofFrom=\d{4}-\d\d-01/);
    await page.keyboard.press('Escape');
    await expect(proof).toBeHidden();
    const year = page.getByText('Last 12 months').locator('xpath=..').getByRole('link');
    const total = await year.textContent();
    await year.click();
    await expect(proof).toContainText(total ?? '?');
    await page.goto('/?proof=net_worth');
    await expect(page.getByRole('dialog').getByRole('listitem')).not.toHaveCount(0);
    await expectAccessible(page, 'a proof of balances', '[role="dialog"]');
    await page.goto('/?proof=spent');
    await page.getByRole('tab', { name: /^Left out/ }).click();
    await expectAccessible(page, 'a proof of spending', '[role="dialog"]');
  },
);
