import { describe, expect, test } from 'vitest';
import { pagesAfter } from './changed-rows.ts';

type Page = Parameters<typeof pagesAfter>[0][number];
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
const ids = (found: Page[] | null) =>
  found?.map(({ transactions }) => transactions.map(({ id }) => id));

describe('The pages of a list after a change', () => {
  test('have every changed row in its place, on whichever page', () => {
    const excluded = { ...wages, excluded: 'transfer' as const };
    const moved = { ...coffee, effective_category: 'travel_lodging' };
    const after = pagesAfter(pages, {}, [moved, excluded]);
    expect(after).toEqual([page('more', moved, flight), page(null, excluded)]);
  });

  test('are without a row whose category is no more one of theirs, and lead on as before', () => {
    const moved = { ...flight, effective_category: 'medical_dental_care' };
    const travels = [page('more', flight), page(null)];
    expect(pagesAfter(travels, { category: ['travel'] }, [moved])).toEqual([
      page('more'),
      page(null),
    ]);
    const within = { ...flight, effective_category: 'travel_lodging' };
    expect(ids(pagesAfter(travels, { category: ['travel'] }, [within]))).toEqual([['two'], []]);
    expect(ids(pagesAfter(travels, { category: ['travel_flights'] }, [within]))).toEqual([[], []]);
  });

  test('a key under its other name is the same category', () => {
    const renamed = { ...wages, effective_category: 'income_salary' };
    expect(ids(pagesAfter([page(null, wages)], { category: ['income_wages'] }, [renamed]))).toEqual(
      [['three']],
    );
  });

  test('are not known where none has a row left while there are more to load', () => {
    const moved = { ...flight, effective_category: 'medical_dental_care' };
    expect(pagesAfter([page('more', flight)], { category: ['travel'] }, [moved])).toBeNull();
    expect(ids(pagesAfter([page(null, flight)], { category: ['travel'] }, [moved]))).toEqual([[]]);
  });

  test('are not known where a row from elsewhere now belongs to the list', () => {
    const moved = { ...coffee, effective_category: 'travel_lodging' };
    const travels = [page(null, flight)];
    expect(pagesAfter(travels, { category: ['travel'] }, [moved])).toBeNull();
    // Where no category is asked for, a row that is not there lies on a page that is not loaded.
    expect(pagesAfter(travels, {}, [moved])).toEqual(travels);
  });
});
