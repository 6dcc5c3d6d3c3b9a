import { expect, test } from 'vitest';
import { MatchQuality, matchLabel, type Searchable, searchLabels } from './label-search.ts';

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

const found = (query: string, searched: readonly Searchable[]) =>
  searchLabels(searched, query).map(({ label }) => label);

test('a whole label ranks first, then a whole synonym, whole words, beginnings, parts, and any order', () => {
  const ranked: Searchable[] = [
    item('Gas'),
    { label: 'Fuel', synonyms: ['gas'] },
    item('Natural gas'),
    { label: 'Utilities', synonyms: ['gas bill'] },
    item('Natural gasoline'),
    { label: 'Tank', synonyms: ['gases'] },
    item('Las Vegas'),
    item('Station', 'Gas'),
  ];
  const labels = ranked.map(({ label }) => label);
  expect(found('gas', ranked)).toEqual(labels);
  expect(found('gas', ranked.toReversed())).toEqual(labels);
  expect(ranked.map((searched) => matchLabel(searched, 'gas')?.quality)).toEqual([
    MatchQuality.wholeLabel,
    MatchQuality.wholeSynonym,
    MatchQuality.words,
    MatchQuality.words,
    MatchQuality.beginnings,
    MatchQuality.beginnings,
    MatchQuality.part,
    MatchQuality.anyOrder,
  ]);
  expect(matchLabel(item('Gas', 'Transportation'), 'transport gas')).not.toBeNull();
  expect(matchLabel(item('Gas', 'Transportation'), 'water')).toBeNull();
});

test('among equally good matches, the more likely one ranks first, then one at the beginning of the label', () => {
  const received = { label: 'Loan received', rankPenalty: 1 };
  const likely = [item('Loan payment'), item('Personal loan'), received];
  expect(found('loan', likely.toReversed())).toEqual(likely.map(({ label }) => label));
  expect(found('loan received', likely)).toEqual(['Loan received']);
});

test.each([
  ['grocery', 'Groceries'],
  ['restaurants', 'Restaurant'],
  ['flight', 'Flights'],
])('%j finds %j, although one is singular and the other plural', (query, label) => {
  expect(matchLabel({ label }, query)?.quality).toBe(MatchQuality.beginnings);
});
