import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '../../../platform/api/query-client.ts';
import { exampleTransaction } from '../../../testing/example-transaction.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, option } from '../../../testing/find-by-role.ts';
import { SearchBox } from './search-box.tsx';

const box = () => page.getByRole('combobox', { name: 'Search transactions' });

afterEach(() => {
  vi.useRealTimers();
});

const accounts = ['Everyday Checking', 'Travel Card'];

function Harness({ initial, onSearch }: { initial: string; onSearch: (search: string) => void }) {
  const [search, setSearch] = useState(initial);
  return (
    <SearchBox
      search={search}
      accounts={accounts}
      onSearch={(next) => {
        onSearch(next);
        setSearch(next);
      }}
    />
  );
}

/** Renders the search box. The returned list collects the searches. */
async function renderSearchBox(initial = ''): Promise<string[]> {
  const searches: string[] = [];
  await render(
    <QueryClientProvider client={queryClient}>
      <Harness initial={initial} onSearch={(search) => searches.push(search)} />
    </QueryClientProvider>,
  );
  return searches;
}

test('a search for three or more characters starts one second after the last key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const searches = await renderSearchBox();
  await box().fill('ma');
  await vi.advanceTimersByTimeAsync(2_000);
  await box().fill('mar');
  await vi.advanceTimersByTimeAsync(500);
  await box().fill('mark');
  await vi.advanceTimersByTimeAsync(500);
  expect(searches).toEqual([]);
  await vi.advanceTimersByTimeAsync(600);
  expect(searches).toEqual(['mark']);
});

test('Enter searches immediately', async () => {
  const searches = await renderSearchBox();
  await box().fill('market');
  await userEvent.keyboard('{Enter}');
  expect(searches).toEqual(['market']);
});

test('Escape and the clear button both clear the search and keep the focus', async () => {
  const searches = await renderSearchBox('market');
  await button('Clear search').click();
  await expect.element(box()).toHaveValue('');
  await expect.element(box()).toHaveFocus();
  await userEvent.keyboard('bakery{Enter}{Escape}');
  await expect.element(box()).toHaveValue('');
  await expect.element(box()).toHaveFocus();
  expect(searches).toEqual(['', 'bakery', '']);
});

test('after one or two characters, a note says how many are missing, without moving the page', async () => {
  await renderSearchBox();
  const hint = page.getByText('Type 1 more character');
  const height = () => document.querySelector('search')?.getBoundingClientRect().height;
  const heightBefore = height();
  await box().fill('m');
  await expect.element(page.getByText('Type 2 more characters')).toBeVisible();
  await box().fill('ma');
  await expect.element(hint).toBeVisible();
  await expect.element(box()).toHaveAccessibleDescription('Type 1 more character');
  expect(height()).toBe(heightBefore);
  await box().fill('mar');
  await expect.element(hint).not.toBeInTheDocument();
  await box().fill(' ');
  await expect.element(hint).not.toBeInTheDocument();
});

test('the slash key moves the focus to the search from anywhere outside a field', async () => {
  await renderSearchBox('market');
  await userEvent.keyboard('/');
  await expect.element(box()).toHaveFocus();
  await expect.element(box()).toHaveValue('market');
  await userEvent.keyboard('{End}/');
  await expect.element(box()).toHaveValue('market/');
});

test('an error in a search is shown at its word when the search would start, and nothing is searched', async () => {
  const searches = await renderSearchBox();
  await box().fill('coffee has:tax');
  await expect.element(page.getByRole('mark')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('mark')).toHaveTextContent('tax');
  await expect.element(box()).toHaveAttribute('aria-invalid', 'true');
  await expect.element(box()).toHaveAccessibleDescription(/"tax" is not a value of "has:"/);
  expect(searches).toEqual([]);
  await box().fill('coffee amount:>5');
  await expect.element(page.getByRole('mark')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(searches).toEqual(['coffee amount:>5']);
});

test('the error of a search in the address is shown at once, as text', async () => {
  await renderSearchBox('is:<img/src=x>');
  await expect.element(page.getByRole('mark')).toHaveTextContent('<img/src=x>');
  expect(document.querySelector('img')).toBeNull();
});

test('the help lists every operator, and closing it returns the focus', async () => {
  await renderSearchBox();
  await button('Search help').click();
  for (const operator of ['amount:>50', 'category:food', 'account:visa', 'is:pending'])
    await expect.element(page.getByRole('term').getByText(operator, { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Search help')).toHaveFocus();
});

test('operators and their values are completed with the arrow keys and Enter, and then Enter searches', async () => {
  const searches = await renderSearchBox();
  await userEvent.type(box(), 'coffee ac');
  await expect.element(option('account: Account, its last digits, or its bank')).toBeVisible();
  await expect.element(box()).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByText('1 suggestion', { exact: true })).toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(box()).toHaveValue('coffee account:');
  await expect.element(option('Everyday Checking')).toHaveAttribute('data-highlighted');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(box()).toHaveValue('coffee account:"Travel Card" ');
  await expect.element(box()).toHaveAttribute('aria-expanded', 'false');
  await expect.element(box()).toHaveFocus();
  expect(searches).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(searches).toEqual(['coffee account:"Travel Card"']);
});

test('while suggestions are open, Enter searches for what is typed, and Escape only closes them', async () => {
  const searches = await renderSearchBox();
  await userEvent.type(box(), 'cat');
  await expect.element(option('category: Category or group')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  await expect.element(box()).toHaveValue('cat');
  await userEvent.keyboard('e');
  await expect.element(option('category: Category or group')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  expect(searches).toEqual(['cate']);
});

test('a pressed suggestion in the middle of a search keeps what follows, and the caret stays there', async () => {
  await renderSearchBox();
  await userEvent.type(box(), ' coffee');
  await userEvent.keyboard('{Home}is:');
  await option('pending').click();
  await expect.element(box()).toHaveValue('is:pending coffee');
  await userEvent.keyboard('!');
  await expect.element(box()).toHaveValue('is:pending! coffee');
});

test('merchants that the server finds are suggested as text', async () => {
  fakeServer.respond('POST /user/transactions/v2', {
    transactions: [{ ...exampleTransaction(), merchant_name: 'Corner <b>Market</b>' }],
    num_pages: 1,
    next: null,
  });
  await renderSearchBox();
  await userEvent.type(box(), 'merchant:corn');
  await option('Corner <b>Market</b>').click();
  await expect.element(box()).toHaveValue('merchant:"Corner <b>Market</b>" ');
});

test('the error of an unfinished operator is not shown while its values are suggested', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const searches = await renderSearchBox();
  await box().fill('coffee is:');
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.element(page.getByRole('mark')).not.toBeInTheDocument();
  expect(searches).toEqual([]);
});

test('a search in the address has no open suggestions', async () => {
  await renderSearchBox('coffee is:p');
  await expect.element(box()).toHaveAttribute('aria-expanded', 'false');
});
