import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addMonths } from '../../domain/months.ts';
import { formatMonth, localToday } from '../../platform/formats/formats.ts';
import { exampleBudget } from '../../testing/example-budget.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, field } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { BudgetPanel } from './budget-panel.tsx';

const thisMonth = localToday().slice(0, 7);
const lastMonth = addMonths(thisMonth, -1);
const key = 'FOOD_AND_DRINK_GROCERIES';
const bar = (name: string) => page.getByRole('progressbar', { name, exact: true });
const summary = () => page.getByRole('region', { name: 'Summary' });

/** Responds with the example budget for this month, and with other sums for the month before. */
function respondByMonth() {
  const past = exampleBudget({ month: lastMonth, totals: { [key]: 310.5 } });
  past.budget = { ...past.budget, real_bills: 1_600, cats_total: 310.5, everything_else: 1_000 };
  fakeServer.respond('GET /user/budget', ({ query }) => ({
    budgets: [query === `month=${lastMonth}` ? past : exampleBudget({ month: thisMonth })],
  }));
}

test('a past month is read-only, and the buttons and the URL choose the month', async () => {
  respondByMonth();
  const { path } = await renderApp(<BudgetPanel />, { at: '/budget' });
  await expect.element(field('Planned for Groceries')).toHaveValue('300');
  await expect.element(button('Next month')).toHaveAttribute('aria-disabled', 'true');
  await button('Previous month').click();
  await expect.poll(path).toBe(`/budget?month=${lastMonth}`);
  await expect.element(page.getByText(formatMonth(lastMonth))).toBeVisible();
  await expect
    .element(page.getByText(/^A past month is shown with your current plan/))
    .toBeVisible();
  await expect.element(field('Planned for Groceries')).not.toBeInTheDocument();
  await expect.element(button('Add')).not.toBeInTheDocument();
  await expect.element(button('Budget settings')).not.toBeInTheDocument();
  await expect.element(summary()).toMatchTextContent('109% of the planned spending used');
  await expect.element(summary()).not.toMatchTextContent('through the month');
  await button('This month').click();
  await expect.poll(path).toBe('/budget');
  await expect.element(field('Planned for Groceries')).toBeVisible();
});

test("a past month's numbers open the proofs and lists of that month", async () => {
  respondByMonth();
  await renderApp(<BudgetPanel />, { at: `/budget?month=${lastMonth}` });
  const spent = page.getByRole('link', { name: '$310.50' }).last();
  await expect
    .element(spent)
    .toHaveAttribute('href', expect.stringContaining(`proofFrom=${lastMonth}-01`));
  await expect
    .element(page.getByRole('link', { name: 'Groceries' }))
    .toHaveAttribute(
      'href',
      expect.stringMatching(
        `/transactions\\?from=${lastMonth}-01&to=.*&budget=${key.toLowerCase()}$`,
      ),
    );
});

test('a category shows the bills that it excludes, and its link lists exactly its transactions', async () => {
  fakeServer.respond('GET /user/budget', {
    budgets: [exampleBudget({ month: thisMonth, excluded_bills: { [key]: 57 } })],
  });
  await renderApp(<BudgetPanel />);
  await expect.element(page.getByText('Excludes $57.00 in bills')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Groceries' }))
    .toHaveAttribute('href', `/transactions?range=current_month&budget=${key.toLowerCase()}`);
});

test('a category group names the categories that it excludes, in this month and in a past one', async () => {
  const categories = [
    { category: 'FOOD_AND_DRINK', amount: 600 },
    { category: 'FOOD_AND_DRINK_COFFEE', amount: 50 },
  ];
  fakeServer.respond('GET /user/budget', ({ query }) => ({
    budgets: [exampleBudget({ month: query === '' ? thisMonth : lastMonth, categories })],
  }));
  await renderApp(<BudgetPanel />);
  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
  const note = 'Excludes Coffee, budgeted separately';
  await expect.element(row('Food and drink').getByText(note)).toBeVisible();
  await expect.element(row('Coffee')).not.toMatchTextContent('budgeted separately');
  await page.viewport(390, 844);
  await expect.element(row('Food and drink').getByText(note)).toBeVisible();
  await button('Previous month').click();
  await expect.element(field('Planned for Coffee')).not.toBeInTheDocument();
  await expect.element(row('Food and drink').getByText(note)).toBeVisible();
});

test('the amount over budget is shown, even if it is only cents, but never for earnings', async () => {
  const budget = exampleBudget({ month: thisMonth, totals: { [key]: 306.6 } });
  budget.budget = {
    ...budget.budget,
    bills: 2_874,
    real_bills: 2_876.58,
    real_earnings: 5_000,
    cats_total: 306.6,
    everything_else: 1_000,
  };
  fakeServer.respond('GET /user/budget', { budgets: [budget] });
  await renderApp(<BudgetPanel />);
  const bills = page.getByRole('region', { name: 'Bills' });
  await expect.element(bills.getByText('$2.58 over budget')).toBeVisible();
  await expect.element(bar('Bills')).toHaveAttribute('aria-valuetext', '101%, $2.58 over budget');
  await expect
    .element(bar('Groceries'))
    .toHaveAttribute('aria-valuetext', '102%, $6.60 over budget');
  await expect.element(page.getByRole('listitem').first()).toMatchTextContent('$6.60 over budget');
  await expect.element(summary().getByRole('heading', { name: 'Over budget' })).toBeVisible();
  await expect.element(summary()).toMatchTextContent('$106.60');
  await expect
    .element(page.getByRole('region', { name: 'Earnings' }))
    .toMatchTextContent('$1,000.00 above your plan');
});

test('exactly the planned amount is not over budget', async () => {
  const budget = exampleBudget({ month: thisMonth, totals: { [key]: 300 } });
  budget.budget = { ...budget.budget, bills: 1_450, cats_total: 300, everything_else: 900 };
  fakeServer.respond('GET /user/budget', { budgets: [budget] });
  await renderApp(<BudgetPanel />);
  await expect.element(bar('Bills')).toHaveAttribute('aria-valuetext', '100%');
  await expect.element(page.getByText('$0.00 left', { exact: true }).first()).toBeVisible();
  await expect.element(page.getByText(/over budget/i)).not.toBeInTheDocument();
});
