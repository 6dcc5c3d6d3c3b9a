import { customPerson } from '../../support/bank/listed-transactions.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { paidPerson } from '../support/person.ts';
import { personWithWorkedExample } from '../support/shared-people.ts';

const dialog = '[role="dialog"]';

test('a budget can be created, filled with categories, changed, reset, and deleted', async ({
  page,
}) => {
  const person = await personWithWorkedExample();
  await openAs(person, page, '/budget');
  const form = page.getByRole('region', { name: 'Create your budget' });
  await form.getByRole('button', { name: 'Create budget' }).click();
  await expect(form.getByText('Enter an amount.')).toHaveCount(3);
  await form.getByLabel('Earnings').fill('2,600');
  await form.getByLabel('Bills').fill('-5');
  await form.getByLabel('Spending').fill('12,50');
  await expect(form.getByText('Enter an amount of 0 or more.')).toBeVisible();
  await expect(form.getByText('Enter a number, such as 1,234.56.')).toBeVisible();
  await expectAccessible(page, 'the form with errors');
  await form.getByLabel('Bills').fill('$2,000.00');
  await form.getByLabel('Spending').fill('500');
  await form.getByRole('button', { name: 'Create budget' }).click();
  const bills = page.getByRole('progressbar', { name: 'Bills' });
  await expect(bills).toHaveAttribute('aria-valuenow', '75');
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('$210.60 of $500.00 spent');
  await expect(summary).toContainText(/\d+% through the month, 42% spent/);

  const add = page.getByRole('form', { name: 'Add a category' });
  await add.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: /^Food and drink ?Entire group/ }).click();
  await add.getByLabel('Amount').fill('80.50');
  await add.getByRole('button', { name: 'Add' }).click();
  const planned = page.getByLabel('Planned for Food and drink');
  await expect(planned).toHaveValue('80.50');
  await expect(page.getByText('$3.90 left')).toBeVisible();
  await planned.fill('70');
  await planned.blur();
  await expect(page.getByText('$6.60 over budget')).toBeVisible();
  await expectAccessible(page, 'the budget');
  await page.reload();
  await expect(planned).toHaveValue('70');
  for (const [opener, title, sum] of [
    [page.getByRole('link', { name: 'Transactions for Bills' }), 'Bills', '$1,500.00'],
    [page.getByRole('link', { name: '$76.60' }).last(), 'Food and drink', '$76.60'],
    [summary.getByRole('link', { name: '$210.60' }), 'Spent, excluding bills', '$210.60'],
  ] as const) {
    await opener.click();
    const proof = page.getByRole('dialog', { name: title });
    await expect(proof.getByText(sum).first()).toBeVisible();
    // Only the total of a category can be shown as a filtered list of transactions.
    await expect(proof.getByText('Show in Transactions')).toBeVisible({
      visible: title === 'Food and drink',
    });
    await proof.getByRole('button', { name: 'Close' }).last().click();
    await expect(proof).toBeHidden();
  }
  await page.getByRole('link', { name: 'Food and drink', exact: true }).click();
  await expect(page).toHaveURL('/transactions?range=current_month&budget=food_and_drink');
  await expect(page.getByText('Food and drink, excluding bills')).toBeVisible();
  await expect(page.getByText('$76.60 spent')).toBeVisible();
  await page.getByRole('button', { name: /^Remove the filter/ }).click();
  await expect(page).toHaveURL('/transactions?range=current_month');
  await page.goto('/budget');

  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(page).toHaveURL(/\?month=\d{4}-\d\d$/);
  await expect(summary).toContainText('0% of the planned spending used');
  await expect(planned).toBeHidden();
  await expectAccessible(page, 'a past month of the budget');
  await page.getByRole('button', { name: 'This month' }).click();
  await expect(planned).toBeVisible();

  await page.getByRole('button', { name: 'Budget settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Budget settings' });
  await settings.getByLabel('Bills').fill('1500');
  await expectAccessible(page, 'the budget settings', dialog);
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toBeHidden();
  await expect(bills).toHaveAttribute('aria-valuenow', '100');

  await page.getByRole('button', { name: 'Budget settings' }).click();
  await settings.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
  await expect(form.getByLabel('Bills')).toHaveValue('1500');
  await form.getByRole('button', { name: 'Create budget' }).click();
  await expect(page.getByText('Plan an amount for categories')).toBeVisible();
  await page.getByRole('button', { name: 'Budget settings' }).click();
  await settings.getByRole('button', { name: 'Delete budget' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete your budget?' });
  await confirmation.getByRole('button', { name: 'Delete budget' }).click();
  await expect(form.getByLabel('Bills')).toHaveValue('');
});

test(
  'an amount that fails to save stays in its field, and changes from another tab are shown',
  oneLayout,
  async ({ page, context, browserErrors }) => {
    browserErrors.allow(/(409|500|404) .*\/user\/budget/);
    const person = await personWithWorkedExample();
    await openAs(person, page, '/budget');
    const otherTab = await context.newPage();
    await otherTab.goto('/budget');
    for (const tab of [page, otherTab]) {
      await tab.getByLabel('Earnings').fill('1');
      await tab.getByLabel('Bills').fill('2');
      await tab.getByLabel('Spending').fill('3');
    }
    await page.getByRole('button', { name: 'Create budget' }).click();
    await expect(page.getByRole('region', { name: 'Summary' })).toBeVisible();
    // The budget of the first tab is shown instead.
    await otherTab.getByRole('button', { name: 'Create budget' }).click();
    await expect(otherTab.getByRole('region', { name: 'Summary' })).toBeVisible();

    const { budgets } = await person.api.request('GET /user/budget');
    const budget_id = budgets[0]?.budget.id ?? '';
    const body = { budget_id, category: 'TRAVEL', amount: 40 };
    await person.api.request('POST /user/budget/cat', { body });
    await page.reload();
    await page.route('**/api/user/budget/cat', (route) => route.fulfill({ status: 500, json: {} }));
    const planned = page.getByLabel('Planned for Travel');
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('Failed to update budget category'),
    );
    await planned.fill('55');
    await planned.blur();
    await logged;
    await expect(page.getByText(/^Couldn't save\./)).toBeVisible();
    await expect(planned).toHaveValue('55');
    await page.unroute('**/api/user/budget/cat');
    await planned.focus();
    await planned.blur();
    await expect(page.getByText(/^Couldn't save\./)).toBeHidden();
    await expect
      .poll(async () => (await person.api.request('GET /user/budget')).budgets[0]?.categories)
      .toEqual([{ category: 'TRAVEL', amount: 55 }]);

    await person.api.request('DELETE /user/budget/:id', { params: { id: budget_id } });
    await planned.fill('60');
    await planned.blur();
    await expect(page.getByRole('region', { name: 'Create your budget' })).toBeVisible();
  },
);

test('a user with accounts in euros sees every total in euros', oneLayout, async ({ page }) => {
  const person = await paidPerson();
  const rows = [{ amount: 31.25, currency: 'EUR' }];
  await person.api.linkBank(customPerson({ name: 'Giro', currency: 'EUR', transactions: rows }));
  await person.api.request('POST /user/budget', { body: { earnings: 1, bills: 2, spending: 100 } });
  await openAs(person, page, '/budget');
  const main = page.getByRole('main');
  await expect(main).toContainText('€31.25 of €100.00 spent');
  await expect(main).not.toContainText('$');
  await page.goto('/spending');
  await expect(main.getByRole('region', { name: 'Overview' })).toContainText('Spent€31.25');
  await expect(main.getByRole('region', { name: 'By category' })).toContainText('€31.25');
  await expect(main).not.toContainText('$');
  await page.goto('/');
  await expect(main.getByRole('region', { name: 'Spending this month' })).toContainText('€31.25');
  await expect(main).toContainText('€31.25 of €100.00');
  await expect(main).not.toContainText('$');
  await page.goto('/transactions');
  await expect(main).toContainText('€31.25 spent');
  await expect(main).toContainText('€0.00 in');
  await expect(main).not.toContainText('$');
  const [row] = (await person.api.request('POST /user/transactions/v2', { body: {} })).transactions;
  for (const path of [
    `/transaction/history?txId=${row?.id}`,
    `/transaction/cat/${row?.effective_category}`,
  ]) {
    await page.goto(path);
    await expect(main.locator('dl')).toContainText('Average per month€');
    await main.getByRole('button', { name: /^Show as table/ }).click();
    await expect(main.getByRole('table').first()).toContainText('€31.25');
    await expect(main).not.toContainText('$');
  }
});

test('the budget is read-only in demo mode', oneLayout, async ({ page, people }) => {
  await openAs(people.free, page);
  await page.getByRole('button', { name: 'Demo Mode' }).click();
  await expect(page.getByText('DEMO MODE - NOT REAL FINANCIAL DATA')).toBeVisible();
  await page.goto('/budget');
  const planned = page.getByLabel('Planned for Food and drink');
  await planned.fill('1');
  await planned.blur();
  await expect(page.getByText('This is not available in demo mode', { exact: true })).toBeVisible();
  await expect(planned).toHaveValue('1100');
});
