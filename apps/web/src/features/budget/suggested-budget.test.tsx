import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { setDemoMode } from '../../platform/demo-mode.ts';
import { exampleBudget } from '../../testing/example-budget.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { BudgetPreview } from './budget-preview.tsx';

const suggestion = { earnings: 4100, bills: 1500, spending: 1250, months: 3, currency: 'USD' };

/** Opens the dashboard's card as a user without a budget. */
async function openCard(changes: Partial<typeof suggestion> = {}) {
  fakeServer.reject('GET /user/budget', 'not_found', 'You have no budget yet.');
  fakeServer.respond('GET /user/budget/suggestion', { ...suggestion, ...changes });
  await renderApp(<BudgetPreview />);
}

test('accepting a suggested budget takes one press and can be undone', async () => {
  await openCard();
  const card = page.getByRole('region', { name: 'Suggested budget' });
  await expect.element(card).toMatchTextContent('Based on your last three months');
  for (const text of ['Earnings$4,100', 'Bills$1,500', 'Spending$1,250'])
    await expect.element(card).toMatchTextContent(text);
  await expect.element(card).not.toMatchTextContent('$0.00');

  fakeServer.respond('POST /user/budget', { budgets: [exampleBudget()] });
  await button('Use this budget').click();
  await expect.element(page.getByText('Budget created')).toBeVisible();
  expect(fakeServer.callsTo('POST /user/budget')[0]?.body).toEqual({
    earnings: 4100,
    bills: 1500,
    spending: 1250,
  });
  const budget = page.getByRole('region', { name: 'Budget', exact: true });
  await expect.element(budget).toMatchTextContent('$3,800.00 of $4,000.00');
  // The pressed button is gone, and the focus stays in the card.
  await expect.element(budget.getByRole('link', { name: 'Open' })).toHaveFocus();

  fakeServer.respond('DELETE /user/budget/:id', null);
  await button('Undo').click();
  await expect.element(button('Use this budget')).toBeVisible();
  expect(fakeServer.callsTo('DELETE /user/budget/:id')).toMatchObject([
    { path: '/user/budget/budget-1' },
  ]);
});

test('a rejected budget shows the reason and can be retried', async () => {
  await openCard();
  fakeServer.reject('POST /user/budget', 'unprocessable', 'Enter at most 1,000,000,000.');
  await button('Use this budget').click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Enter at most' })).toBeVisible();
  await expect.element(button('Use this budget')).toBeEnabled();
});

test('without full months, a link to create a budget replaces the suggestion', async () => {
  await openCard({ months: 0, earnings: 0, bills: 0, spending: 0 });
  await expect.element(page.getByText('No budget yet')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Create a budget' }))
    .toHaveAttribute('href', '/budget');
  // The heading promises no suggestion, and there is nothing to customize.
  await expect.element(page.getByRole('heading', { name: 'Budget', exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Customize' })).not.toBeInTheDocument();
});

test('if the suggestion fails to load, a link to create a budget replaces it', async () => {
  fakeServer.reject('GET /user/budget', 'not_found', 'You have no budget yet.');
  fakeServer.reject('GET /user/budget/suggestion', 'internal', 'Something went wrong.');
  await renderApp(<BudgetPreview />);
  await expect.element(page.getByRole('link', { name: 'Create a budget' })).toBeVisible();
});

test('in demo mode, a suggestion is shown but cannot be accepted', async () => {
  await openCard();
  await expect.element(button('Use this budget')).toBeVisible();
  setDemoMode(true);
  await button('Use this budget').click();
  await expect.element(page.getByText('This is not available in demo mode')).toBeVisible();
  expect(fakeServer.callsTo('POST /user/budget')).toEqual([]);
});
