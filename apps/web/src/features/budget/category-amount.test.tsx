import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { exampleBudget } from '../../testing/example-budget.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { field } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { CategoryAmount } from './category-amount.tsx';

const save = 'POST /user/budget/cat';
const amount = () => field('Planned for Groceries');

const renderAmount = () =>
  renderApp(
    <CategoryAmount
      label="Planned for Groceries"
      category="FOOD_AND_DRINK_GROCERIES"
      saved={300}
      budgetId="budget-1"
    />,
  );

test('a planned amount is saved when its field loses focus', async () => {
  fakeServer.respond(save, { budgets: [exampleBudget()] });
  await renderAmount();
  await expect.element(amount()).toHaveValue('300');
  await amount().fill('350.25');
  await userEvent.keyboard('{Tab}');
  await expect
    .poll(() => fakeServer.callsTo(save).map(({ body }) => body))
    .toEqual([{ category: 'FOOD_AND_DRINK_GROCERIES', amount: 350.25, budget_id: 'budget-1' }]);
});

test('Enter saves a planned amount, and an unchanged amount is not sent', async () => {
  fakeServer.respond(save, { budgets: [exampleBudget()] });
  await renderAmount();
  await amount().fill('300.00');
  await userEvent.keyboard('{Enter}');
  await expect.element(amount()).toHaveValue('300');
  await amount().fill('400');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => fakeServer.callsTo(save)).toHaveLength(1);
});

test('Escape restores the saved planned amount', async () => {
  await renderAmount();
  await amount().fill('9999');
  await userEvent.keyboard('{Escape}');
  await expect.element(amount()).toHaveValue('300');
  await userEvent.keyboard('{Tab}');
  expect(fakeServer.callsTo(save)).toEqual([]);
});

test('an invalid amount stays in its field and shows an error', async () => {
  await renderAmount();
  await amount().fill('12,50');
  await userEvent.keyboard('{Tab}');
  await expect.element(amount()).toBeInvalid();
  await expect.element(amount()).toHaveAccessibleDescription('Enter a number, such as 1,234.56.');
  await expect.element(amount()).toHaveValue('12,50');
});

test('an amount that fails to save stays in its field and is saved by the next attempt', async () => {
  fakeServer.reject(save, 'unavailable', 'Please try again in a minute.');
  await renderAmount();
  await amount().fill('350');
  await userEvent.keyboard('{Tab}');
  await expect
    .element(amount())
    .toHaveAccessibleDescription("Couldn't save. Please try again in a minute.");
  await expect.element(amount()).toHaveValue('350');
  fakeServer.respond(save, { budgets: [exampleBudget()] });
  await amount().click();
  await userEvent.keyboard('{Enter}');
  await expect.element(amount()).toBeValid();
  expect(fakeServer.callsTo(save)).toHaveLength(2);
});
