import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { button } from '../../../testing/find-by-role.ts';
import { SearchBox } from './search-box.tsx';

const box = () => page.getByRole('searchbox', { name: 'Search transactions' });

afterEach(() => {
  vi.useRealTimers();
});

function Harness({ initial, onSearch }: { initial: string; onSearch: (search: string) => void }) {
  const [search, setSearch] = useState(initial);
  return (
    <SearchBox
      search={search}
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
  await render(<Harness initial={initial} onSearch={(search) => searches.push(search)} />);
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
