import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exampleBudget } from '../../testing/example-budget.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, field } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { BudgetForm } from './budget-form.tsx';
import { emptyDraft } from './plan-fields.tsx';

const create = 'POST /user/budget';

async function renderForm({ months = 2 }: { months?: number } = {}) {
  fakeServer.respond('GET /user/budget/suggestion', {
    earnings: 3850.5,
    bills: 1400,
    spending: 900,
    months,
    currency: 'USD',
  });
  await renderApp(<BudgetForm initialDraft={emptyDraft} />);
  await expect.element(field('Earnings')).toBeVisible();
}

test('a budget is created from three typed amounts', async () => {
  fakeServer.respond(create, { budgets: [exampleBudget()] });
  await renderForm();
  await field('Earnings').fill('$4,000');
  await field('Bills').fill('1500');
  await field('Spending').fill('1200.50');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => fakeServer.callsTo(create).map(({ body }) => body))
    .toEqual([{ earnings: 4000, bills: 1500, spending: 1200.5 }]);
});

test('creating a budget again after the response was lost sends the same idempotency key', async () => {
  fakeServer.disconnect(create);
  await renderForm();
  await field('Earnings').fill('4000');
  await field('Bills').fill('1500');
  await field('Spending').fill('1000');
  await button('Create budget').click();
  await expect.poll(() => fakeServer.callsTo(create)).toHaveLength(1);
  await expect.element(page.getByRole('alert')).toBeVisible();
  fakeServer.respond(create, { budgets: [exampleBudget()] });
  await button('Create budget').click();
  await expect.poll(() => fakeServer.callsTo(create)).toHaveLength(2);
  const [first, second] = fakeServer.callsTo(create);
  expect(first?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});

test('invalid amounts show errors below their fields and are not sent', async () => {
  await renderForm();
  await field('Bills').fill('-5');
  await field('Spending').fill('twelve');
  await expect.element(field('Earnings')).toBeValid();
  await button('Create budget').click();
  await expect.element(field('Earnings')).toHaveAccessibleDescription('Enter an amount.');
  await expect.element(field('Bills')).toHaveAccessibleDescription('Enter an amount of 0 or more.');
  await expect
    .element(field('Spending'))
    .toHaveAccessibleDescription('Enter a number, such as 1,234.56.');
  await field('Earnings').fill('4000');
  await expect.element(field('Earnings')).toBeValid();
  expect(fakeServer.callsTo(create)).toEqual([]);
});

test('a suggestion fills in the average of the last months', async () => {
  await renderForm({ months: 2 });
  await expect
    .element(field('Earnings'))
    .toHaveAccessibleDescription('Your monthly income. Recent average: $3,851.');
  await button('Use the average of the last two months').click();
  await expect.element(field('Earnings')).toHaveValue('3850.50');
  await expect.element(field('Bills')).toHaveValue('1400');
  await expect.element(field('Spending')).toHaveValue('900');
});

test('without earlier months there is no suggestion', async () => {
  await renderForm({ months: 0 });
  await expect.element(field('Earnings')).toHaveAccessibleDescription('Your monthly income.');
  await expect.element(page.getByRole('button', { name: /^Use/ })).not.toBeInTheDocument();
});

test('a budget that fails to save keeps its amounts and can be saved again', async () => {
  fakeServer.reject(create, 'unavailable', 'Please try again in a minute.');
  await renderForm();
  await button('Use the average of the last two months').click();
  await button('Create budget').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please try again in a minute.');
  await expect.element(field('Earnings')).toHaveValue('3850.50');
  fakeServer.respond(create, { budgets: [exampleBudget()] });
  const release = fakeServer.pause(create);
  await button('Create budget').click();
  await expect.element(button('Create budget')).toHaveAttribute('aria-busy', 'true');
  release();
  await expect.element(button('Create budget')).not.toHaveAttribute('aria-busy');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
