import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exampleBudget } from '../../testing/example-budget.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, dropdown, field, option } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { AddCategory } from './add-category.tsx';

const save = 'POST /user/budget/cat';

const renderForm = () =>
  renderApp(<AddCategory used={['FOOD_AND_DRINK_GROCERIES']} budgetId="budget-1" />);

async function chooseCoffee() {
  await dropdown('Category').click();
  await option('Food and drink: Coffee').click();
}

test('a category and an amount are added, and the form is ready for the next', async () => {
  fakeServer.respond(save, { budgets: [exampleBudget()] });
  await renderForm();
  await chooseCoffee();
  await field('Amount').fill('40');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Amount')).toHaveValue('');
  await expect.element(dropdown('Category')).toHaveTextContent('Category');
  expect(fakeServer.callsTo(save).map(({ body }) => body)).toEqual([
    { category: 'FOOD_AND_DRINK_COFFEE', amount: 40, budget_id: 'budget-1' },
  ]);
});

test('categories that are already in the budget are not offered', async () => {
  await renderForm();
  await dropdown('Category').click();
  await expect.element(option('Food and drink: Coffee')).toBeInTheDocument();
  await expect.element(option('Food and drink: Groceries')).not.toBeInTheDocument();
});

test('a missing category and an invalid amount are each explained', async () => {
  await renderForm();
  await button('Add').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please select a category');
  await chooseCoffee();
  await field('Amount').fill('0');
  await button('Add').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please enter a valid amount');
  expect(fakeServer.callsTo(save)).toEqual([]);
});

test('a category that fails to save stays in the form', async () => {
  fakeServer.reject(save, 'unprocessable', 'This category does not exist.');
  await renderForm();
  await chooseCoffee();
  await field('Amount').fill('40');
  await button('Add').click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent("Couldn't save. This category does not exist.");
  await expect.element(dropdown('Category')).toHaveTextContent('Food and drink: Coffee');
  await expect.element(field('Amount')).toHaveValue('40');
});
