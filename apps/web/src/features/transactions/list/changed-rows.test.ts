import { describe, expect, test } from 'vitest';
import { pagesAfterChange } from './changed-rows.ts';

type Page = Parameters<typeof pagesAfterChange>[0][number];
type Row = Page['transactions'][number];

const row = (id: string, effective_category: string): Row => ({
  id,
  transaction_id: `bank-${id}`,
  account_id: 'account',
  name: id,
  merchant_name: null,
  logo_url: null,
  amount: 1,
  currency: 'USD',
  authorized_date: null,
  date: '2026-05-15',
  pending: false,
  original_description: null,
  personal_finance_category: { primary: 'TRAVEL', detailed: 'TRAVEL_FLIGHTS' },
  overridden_category: null,
  effective_category,
  exclude_transaction: false,
  excluded: null,
  transfer_pair_id: null,
  tags: [],
  note: null,
  reviewed: false,
  plaid_account: { mask: null, name: 'Everyday' },
});
const page = (next: string | null, ...transactions: Row[]): Page => ({
  transactions,
  num_pages: 2,
  next,
});

const coffee = row('one', 'food_and_drink_coffee');
const flight = row('two', 'travel_flights');
const wages = row('three', 'income_wages');
const pages = [page('more', coffee, flight), page(null, wages)];
const idsOf = (result: Page[] | null) =>
  result?.map(({ transactions }) => transactions.map(({ id }) => id));

describe('the pages of a list after a change', () => {
  test('replace a changed row in place on every page', () => {
    const excluded = { ...wages, excluded: 'transfer' as const };
    const moved = { ...coffee, effective_category: 'travel_lodging' };
    const after = pagesAfterChange(pages, {}, [moved, excluded]);
    expect(after).toEqual([page('more', moved, flight), page(null, excluded)]);
  });

  test('are refetched for a budgeted category, because only the server knows its rows', () => {
    expect(pagesAfterChange(pages, { budget_category: 'food_and_drink' }, [coffee])).toBeNull();
  });

  test('are refetched for a search with operators, but not for a search for a text', () => {
    expect(pagesAfterChange(pages, { search_str: '-is:excluded' }, [coffee])).toBeNull();
    expect(pagesAfterChange(pages, { search_str: 'coffee' }, [coffee])).not.toBeNull();
  });

  test('drop a row whose new category the filter excludes and keep their cursor', () => {
    const moved = { ...flight, effective_category: 'medical_dental_care' };
    const travels = [page('more', flight), page(null)];
    expect(pagesAfterChange(travels, { category: ['travel'] }, [moved])).toEqual([
      page('more'),
      page(null),
    ]);
    const sameGroup = { ...flight, effective_category: 'travel_lodging' };
    expect(idsOf(pagesAfterChange(travels, { category: ['travel'] }, [sameGroup]))).toEqual([
      ['two'],
      [],
    ]);
    expect(idsOf(pagesAfterChange(travels, { category: ['travel_flights'] }, [sameGroup]))).toEqual(
      [[], []],
    );
  });

  test('treat an alias of a category key as the same category', () => {
    const renamed = { ...wages, effective_category: 'income_salary' };
    expect(
      idsOf(pagesAfterChange([page(null, wages)], { category: ['income_wages'] }, [renamed])),
    ).toEqual([['three']]);
  });

  test('must be refetched when no rows remain and more pages exist', () => {
    const moved = { ...flight, effective_category: 'medical_dental_care' };
    expect(pagesAfterChange([page('more', flight)], { category: ['travel'] }, [moved])).toBeNull();
    expect(
      idsOf(pagesAfterChange([page(null, flight)], { category: ['travel'] }, [moved])),
    ).toEqual([[]]);
  });

  test('must be refetched when a row that was not listed now matches the filter', () => {
    const moved = { ...coffee, effective_category: 'travel_lodging' };
    const travels = [page(null, flight)];
    expect(pagesAfterChange(travels, { category: ['travel'] }, [moved])).toBeNull();
    // Without a category filter, a missing row is on a page that is not loaded.
    expect(pagesAfterChange(travels, {}, [moved])).toEqual(travels);
  });
});
