import { expect, test } from 'vitest';
import { matchRank, searchLabels } from './label-search.ts';

const item = (label: string, context = '') => ({ label, context });
const items = [
  item('Net worth', 'Page'),
  item('Money market ••3116', 'Northgate Trust'),
  item('Checking ••4417', 'Harbor Savings'),
  item('Internet and cable', 'Rent and utilities'),
  item('Café Åre', 'Category'),
];

test.each([
  ['', items.map(({ label }) => label)],
  ['net', ['Net worth', 'Internet and cable']],
  [' NET W ', ['Net worth']],
  // By the bank's name, and by the account's mask.
  ['harbor', ['Checking ••4417']],
  ['check 4417', ['Checking ••4417']],
  ['north market', ['Money market ••3116']],
  ['cafe are', ['Café Åre']],
  ['rent & utilities: cable', ['Internet and cable']],
  ['nowhere', []],
  ['(', []],
])('the query %j finds %j', (query, labels) => {
  expect(searchLabels(items, query).map(({ label }) => label)).toEqual(labels);
});

test('a whole label ranks first, then its beginning, a word, a part, several words, a synonym, its context', () => {
  const ranks = [
    item('Gas'),
    item('Gas and electricity'),
    item('Natural gas'),
    item('Las Vegas'),
  ].map((found) => matchRank(found, 'gas'));
  expect(ranks).toEqual([0, 1, 2, 3]);
  expect(matchRank(item('Gas and electricity'), 'electric gas')).toBe(4);
  expect(matchRank({ label: 'Gas', synonyms: ['fuel'] }, 'fue')).toBe(5);
  expect(matchRank(item('Gas', 'Transportation'), 'transport gas')).toBe(6);
  expect(matchRank(item('Gas', 'Transportation'), 'water')).toBeNull();
});

test.each([
  ['grocery', 'Groceries'],
  ['restaurants', 'Restaurant'],
  ['flight', 'Flights'],
])('%j finds %j, although its number differs', (query, label) => {
  expect(matchRank({ label }, query)).not.toBeNull();
});
