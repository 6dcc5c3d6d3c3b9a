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

const coffee = () => page.getByRole('option', { name: /^Coffee/ });

async function chooseCoffee() {
  await dropdown('Category').click();
  await coffee().click();
}

test.each([
  ['coffee', 'FOOD_AND_DRINK_COFFEE'],
  ['groceries', 'FOOD_AND_DRINK_GROCERIES'],
  // No label begins with the word or its first letters.
  ['supermarket', 'FOOD_AND_DRINK_GROCERIES'],
  ['car', 'GENERAL_SERVICES_AUTOMOTIVE'],
  ['music', 'ENTERTAINMENT_MUSIC_AND_AUDIO'],
  ['food and drink', 'FOOD_AND_DRINK'],
])('typing %j in the focused dropdown and pressing Enter saves %s', async (typed, category) => {
  fakeServer.respond(save, { budgets: [exampleBudget()] });
  await renderApp(<AddCategory used={[]} budgetId="budget-1" />);
  dropdown('Category').element().focus();
  await userEvent.keyboard(typed);
  await expect
    .element(page.getByRole('combobox', { name: 'Search categories...' }))
    .toHaveValue(typed);
  await expect.element(page.getByRole('option', { selected: true })).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await field('Amount').fill('40');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => fakeServer.callsTo(save).map(({ body }) => body))
    .toEqual([{ category, amount: 40, budget_id: 'budget-1' }]);
});

test('the arrow keys and Enter choose an option, and the dropdown gets the focus back', async () => {
  await renderForm();
  dropdown('Category').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('combobox', { name: 'Search categories...' })).toHaveFocus();
  await userEvent.keyboard('stores{ArrowDown}{Enter}');
  await expect.element(dropdown('Category')).toHaveFocus();
  await expect.element(dropdown('Category')).toHaveTextContent('Department stores');
});

test('a chosen category is listed first the next time, as a recently used one', async () => {
  await renderForm();
  await chooseCoffee();
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await dropdown('Category').click();
  const recent = page.getByRole('group', { name: 'Recently used' });
  await expect.element(recent.getByRole('option')).toHaveTextContent('CoffeeFood and drink');
  await expect.element(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
});

test('a category and an amount are added, and the form is ready for the next ones', async () => {
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
  await expect.element(coffee()).toBeInTheDocument();
  await expect.element(option('Groceries')).not.toBeInTheDocument();
});

test.each([
  ['rent', /^“Rent” counts under Bills/],
  ['student loan', /^“Student loan payment” counts under Bills/],
  ['supermarket', '“Groceries” is already in your budget.'],
])(
  'typing %j explains why the category is not offered, and Enter chooses nothing else',
  async (typed, text) => {
    await renderForm();
    dropdown('Category').element().focus();
    await userEvent.keyboard(typed);
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(page.getByRole('option')).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}{Escape}');
    await expect.element(dropdown('Category')).toHaveTextContent('Category');
  },
);

test('a missing category and an invalid amount each show an error', async () => {
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
  await expect.element(dropdown('Category')).toHaveTextContent('Coffee');
  await expect.element(field('Amount')).toHaveValue('40');
});
