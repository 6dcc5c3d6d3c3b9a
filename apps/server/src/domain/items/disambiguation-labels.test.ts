import { expect, test } from 'vitest';
import { disambiguationLabels } from './disambiguation-labels.ts';

const harbor = (id: string) => ({ id, institution_name: 'Harbor Savings' });
const account = (item_id: string, name: string, mask: string | null = null) => ({
  item_id,
  name,
  mask,
});

test('an institution with one item has no disambiguation label', () => {
  const items = [harbor('a'), { id: 'b', institution_name: 'Cedar Bank' }];
  expect(
    disambiguationLabels(items, [account('a', 'Checking'), account('b', 'Checking')]).size,
  ).toBe(0);
});

test('two items at an institution are labeled by the first account that only one of them has', () => {
  const accounts = [
    account('a', 'Joint', '1111'),
    account('a', 'Checking', '2222'),
    account('b', 'Joint', '1111'),
    account('b', 'Checking', '3333'),
  ];
  expect([...disambiguationLabels([harbor('a'), harbor('b')], accounts)]).toEqual([
    ['a', 'Checking ••2222'],
    ['b', 'Checking ••3333'],
  ]);
});

test('an item without an account of its own is labeled by its number', () => {
  const accounts = [account('a', 'Joint'), account('b', 'Joint'), account('b', 'Savings')];
  const labels = disambiguationLabels([harbor('a'), harbor('b'), harbor('c')], accounts);
  expect([...labels.values()]).toEqual(['login 1', 'Savings', 'login 3']);
});
