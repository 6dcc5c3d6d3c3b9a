import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { button, dropdown, option } from '../../testing/find-by-role.ts';
import { MultiSelect } from './multi-select.tsx';

const options = [
  { value: 'food', label: 'Food', note: 'Entire group' },
  { value: 'coffee', label: 'Coffee', group: 'food', context: 'Food' },
  { value: 'groceries', label: 'Groceries', group: 'food', context: 'Food' },
  { value: 'travel', label: 'Travel' },
];

function Harness({ initial = [] }: { initial?: readonly string[] }) {
  const [chosen, setChosen] = useState(initial);
  return (
    <>
      <MultiSelect
        label="Categories"
        searchLabel="Search categories..."
        emptyText="No categories match."
        options={options}
        selected={chosen}
        onChange={setChosen}
      />
      <p data-testid="chosen">{chosen.join(' ')}</p>
    </>
  );
}

const chosen = () => page.getByTestId('chosen');
const search = () => page.getByRole('combobox', { name: 'Search categories...' });

test('several options can be chosen while the list stays open, and the trigger counts them', async () => {
  await render(<Harness />);
  await dropdown('Categories').click();
  await option('Coffee').click();
  await option('Travel').click();
  await expect.element(chosen()).toHaveTextContent('coffee travel');
  await expect.element(option('Coffee')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(page.getByRole('combobox')).toHaveAccessibleName('Categories, 2 selected');
});

test('choosing a group chooses its members, and deselecting one keeps the others', async () => {
  await render(<Harness />);
  await dropdown('Categories').click();
  await page.getByRole('option', { name: /^Food/ }).click();
  await expect.element(chosen()).toHaveTextContent('food');
  await expect.element(option('Coffee')).toHaveAttribute('aria-selected', 'true');
  await option('Coffee').click();
  await expect.element(chosen()).toHaveTextContent('groceries');
  await expect
    .element(page.getByRole('option', { name: /^Food ?, partly selected/ }))
    .toBeVisible();
});

test('the search finds options by label and by context, and shows a message if none match', async () => {
  await render(<Harness />);
  await dropdown('Categories').click();
  await search().fill('foo');
  await expect.element(option('Coffee')).toBeVisible();
  await expect.element(option('Travel')).not.toBeInTheDocument();
  await search().fill('nothing like it');
  await expect.element(page.getByText('No categories match.')).toBeVisible();
});

test('an option can be chosen with the keyboard alone, and Escape returns the focus', async () => {
  await render(<Harness />);
  dropdown('Categories').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard('travel{Enter}');
  await expect.element(chosen()).toHaveTextContent('travel');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('combobox')).toHaveFocus();
});

test('Clear deselects everything at once', async () => {
  await render(<Harness initial={['coffee', 'travel']} />);
  await dropdown('Categories').click();
  await button('Clear').click();
  await expect.element(chosen()).toBeEmptyDOMElement();
  await expect.element(button('Clear')).not.toBeInTheDocument();
  await expect.element(search()).toHaveFocus();
});
