import { expect, test } from 'vitest';
import { findEntries, type PaletteEntry } from './palette-entries.ts';

const entry = (label: string, note: string, suggested = false): PaletteEntry => ({
  id: label,
  label,
  note,
  icon: 'other',
  action: '/',
  suggested: suggested,
});
const entries = [
  entry('Net worth', 'Page', true),
  entry('Money market ••3116', 'Northgate Trust'),
  entry('Checking ••4417', 'Harbor Savings'),
  entry('Internet and cable', 'Category'),
  entry('Café Åre', 'Category'),
];
const labelsFor = (query: string) => findEntries(entries, query).map(({ label }) => label);

test.each([
  ['', ['Net worth']],
  ['  ', ['Net worth']],
  ['net', ['Net worth', 'Internet and cable']],
  ['NET W', ['Net worth']],
  // By the bank's name, and by the account's mask.
  ['harbor', ['Checking ••4417']],
  ['check 4417', ['Checking ••4417']],
  ['north market', ['Money market ••3116']],
  ['cafe are', ['Café Åre']],
  ['nowhere', []],
  ['(', []],
])('the query %j finds %j', (query, labels) => {
  expect(labelsFor(query)).toEqual(labels);
});

test('the number of results is limited', () => {
  const many = Array.from({ length: 200 }, (_, index) => entry(`Account ${index}`, 'Bank'));
  expect(findEntries(many, 'account')).toHaveLength(30);
});
