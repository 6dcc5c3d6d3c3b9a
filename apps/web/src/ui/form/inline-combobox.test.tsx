import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import {
  ComboboxOption,
  ComboboxOptions,
  ComboboxSearchField,
  InlineCombobox,
} from './inline-combobox.tsx';

const fruit = ['Apple', 'Apricot', 'Banana'].map((name) => ({ name }));

function Harness({ highlightFirst }: { highlightFirst: 'always' | 'with-query' }) {
  const [query, setQuery] = useState('');
  const [picked, setPicked] = useState('Banana');
  const input = useRef<HTMLInputElement>(null);
  const matches = fruit.filter(({ name }) => name.toLowerCase().includes(query));
  return (
    <>
      <InlineCombobox
        options={matches}
        query={query}
        onQueryChange={setQuery}
        highlightFirst={highlightFirst}
      >
        <ComboboxSearchField inputRef={input} label="Search fruit" />
        <ComboboxOptions label="Fruit" emptyText="No fruit matches." className="h-40">
          {matches.map((option) => (
            <ComboboxOption
              key={option.name}
              value={option}
              {...(highlightFirst === 'with-query' && { selected: option.name === picked })}
              onSelect={() => setPicked(option.name)}
            >
              {option.name}
            </ComboboxOption>
          ))}
        </ComboboxOptions>
      </InlineCombobox>
      <output>{picked}</output>
    </>
  );
}

/** The text of the highlighted option, to which the search field refers. */
const highlightedText = (input: Element) =>
  document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;

test('typing highlights the first match, the arrow keys wrap around, and Enter selects', async () => {
  const screen = await render(<Harness highlightFirst="with-query" />);
  const field = screen.getByRole('combobox', { name: 'Search fruit' });
  await field.click();
  expect(highlightedText(field.element())).toBeNull();
  await userEvent.keyboard('ap');
  await expect.poll(() => highlightedText(field.element())).toBe('Apple');
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => highlightedText(field.element())).toBe('Apricot');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(screen.getByRole('status').last()).toHaveTextContent('Apricot');
  await expect.element(field).toHaveValue('ap');
  await expect.element(screen.getByRole('option', { selected: true })).toHaveTextContent('Apricot');
});

test('the arrow keys start at the first or last option if none is highlighted', async () => {
  const screen = await render(<Harness highlightFirst="with-query" />);
  const field = screen.getByRole('combobox', { name: 'Search fruit' });
  await field.click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => highlightedText(field.element())).toBe('Apple');
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => highlightedText(field.element())).toBe('Banana');
});

test('without a current value, the first option is selected from the start', async () => {
  const screen = await render(<Harness highlightFirst="always" />);
  const selected = screen.getByRole('option', { selected: true });
  await expect.element(selected).toHaveTextContent('Apple');
  await screen.getByRole('combobox').fill('ban');
  await expect.element(selected).toHaveTextContent('Banana');
});

test('a click selects an option, and an empty result is announced', async () => {
  const screen = await render(<Harness highlightFirst="with-query" />);
  await screen.getByRole('option', { name: 'Apple' }).click();
  await expect.element(screen.getByRole('option', { selected: true })).toHaveTextContent('Apple');
  await screen.getByRole('combobox').fill('x');
  await expect.element(screen.getByText('No fruit matches.')).toBeVisible();
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
});
