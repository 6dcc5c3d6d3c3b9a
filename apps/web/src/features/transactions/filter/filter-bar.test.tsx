import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '../../../platform/api/query-client.ts';
import { button, dropdown, option } from '../../../testing/find-by-role.ts';
import { FilterBar } from './filter-bar.tsx';
import { emptyFilter, serializeFilter, type TransactionFilter } from './transaction-filter.ts';

const accounts = [
  { value: 'checking', label: 'Everyday Checking', name: 'Everyday Checking' },
  { value: 'card', label: 'Travel Card', name: 'Travel Card' },
];

function Harness({ initial }: { initial: Partial<TransactionFilter> }) {
  const [filter, setFilter] = useState<TransactionFilter>({ ...emptyFilter, ...initial });
  return (
    <>
      <FilterBar
        filter={filter}
        accounts={accounts}
        onChange={(update) => setFilter((current) => ({ ...current, ...update(current) }))}
      />
      <p data-testid="filter">{decodeURIComponent(String(serializeFilter(filter)))}</p>
    </>
  );
}

const renderFilterBar = (initial: Partial<TransactionFilter> = {}) =>
  render(
    <QueryClientProvider client={queryClient}>
      <Harness initial={initial} />
    </QueryClientProvider>,
  );

const filter = () => page.getByTestId('filter');

test('search, categories, accounts, and a range combine, and are cleared together', async () => {
  await renderFilterBar();
  await expect.element(button('Clear all filters')).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: 'Search transactions' }).fill('market');
  await userEvent.keyboard('{Enter}');
  await dropdown('Categories').click();
  await option('Coffee').click();
  await userEvent.keyboard('{Escape}');
  await dropdown('Accounts').click();
  await option('Travel Card').click();
  await userEvent.keyboard('{Escape}');
  await dropdown('Date Range').click();
  await option('Current Month').click();
  await expect
    .element(filter())
    .toHaveTextContent(
      'search=market&category=food_and_drink_coffee&account=card&range=current_month',
    );
  await button('Clear all filters').click();
  await expect.element(filter()).toBeEmptyDOMElement();
  await expect.element(dropdown('Categories')).toHaveFocus();
  await expect.element(page.getByRole('combobox', { name: 'Search transactions' })).toHaveValue('');
  await expect.element(button('Clear all filters')).not.toBeInTheDocument();
});

test('choosing a group chooses its categories, and deselecting one keeps the others', async () => {
  await renderFilterBar({ categories: ['food_and_drink'] });
  await dropdown('Categories').click();
  // Searching for a group also finds its categories.
  await page.getByRole('combobox', { name: 'Search categories...' }).fill('food and');
  const coffee = page.getByRole('option', { name: /^Coffee/ });
  await expect.element(coffee).toHaveAttribute('aria-selected', 'true');
  await coffee.click();
  // The search is cleared for the next choice.
  await expect.element(option('Coffee').last()).toHaveAttribute('aria-selected', 'false');
  await expect.element(filter()).toMatchTextContent('category=food_and_drink_groceries');
  const group = page.getByRole('option', { name: /^Food and drink ?, partly selected/ });
  await group.click();
  await expect.element(filter()).toHaveTextContent('category=food_and_drink');
});

test('Enter chooses the best match, and typing starts the next search', async () => {
  await renderFilterBar();
  dropdown('Categories').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('combobox', { name: 'Search categories...' })).toHaveFocus();
  await userEvent.keyboard('coffee{Enter}');
  await expect.element(filter()).toHaveTextContent('category=food_and_drink_coffee');
  await userEvent.keyboard('groceries{Enter}');
  await expect
    .element(filter())
    .toHaveTextContent('category=food_and_drink_coffee&category=food_and_drink_groceries');
  await userEvent.keyboard('coffee{Enter}');
  await expect.element(filter()).toHaveTextContent('category=food_and_drink_groceries');
});

test.each([
  ['mortgage', 'category=loan_payments_mortgage_payment'],
  ['car', 'category=loan_payments_car_payment'],
  ['student loan', 'category=loan_payments_student_loan_payment'],
])('typing %j and pressing Enter sets the filter %s', async (typed, chosen) => {
  await renderFilterBar();
  dropdown('Categories').element().focus();
  await userEvent.keyboard(`${typed}{Enter}`);
  await expect.element(filter()).toHaveTextContent(chosen);
});

test('recently used categories are listed first, and the list does not move while it is open', async () => {
  await renderFilterBar();
  await dropdown('Categories').click();
  await option('Coffee').click();
  await expect.element(page.getByRole('group', { name: 'Recently used' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await dropdown('Categories').click();
  await expect
    .element(page.getByRole('group', { name: 'Recently used' }).getByRole('option'))
    .toHaveTextContent('CoffeeFood and drink');
  // The list opens at its top.
  await expect.element(page.getByText('Recently used')).toBeInViewport();
  await expect
    .poll(() => document.querySelector('[role="option"][data-highlighted]')?.textContent)
    .toBe('CoffeeFood and drink');
});

test('Enter chooses the best match of the accounts', async () => {
  await renderFilterBar();
  await dropdown('Accounts').click();
  await userEvent.keyboard('travel{Enter}');
  await expect.element(filter()).toHaveTextContent('account=card');
});

test('filter options chosen in quick succession are all applied', async () => {
  await renderFilterBar();
  await dropdown('Categories').click();
  await expect.element(option('Wages')).toBeInTheDocument();
  // Both presses arrive before React renders the first.
  for (const name of ['Wages', 'Dividends']) (option(name).element() as HTMLElement).click();
  await expect
    .element(filter())
    .toHaveTextContent('category=income_wages&category=income_dividends');
});

test('an unknown category from a link is listed, so that it can be deselected', async () => {
  await renderFilterBar({ categories: ['from_the_future'] });
  await expect.element(dropdown('Categories')).toHaveAccessibleName('Categories, 1 selected');
  await dropdown('Categories').click();
  await page.getByRole('option').first().click();
  await expect.element(filter()).toBeEmptyDOMElement();
});
