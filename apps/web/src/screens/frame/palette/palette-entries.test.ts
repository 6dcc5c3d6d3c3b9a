import { expect, test } from 'vitest';
import { findEntries, type PaletteEntry } from './palette-entries.ts';
import { settingsEntries } from './settings-entries.ts';

const entry = (label: string, context: string, suggested = false): PaletteEntry => ({
  id: label,
  label,
  context,
  icon: 'other',
  action: '/',
  suggested,
});
const entries = [
  entry('Net worth', 'Page', true),
  entry('Checking ••4417', 'Harbor Savings'),
  entry('Internet and cable', 'Rent and utilities'),
];
const labelsFor = (query: string) => findEntries(entries, query).map(({ label }) => label);

test('an empty query finds the suggested entries, and any other query finds its matches, best first', () => {
  expect(labelsFor('  ')).toEqual(['Net worth']);
  expect(labelsFor('net')).toEqual(['Net worth', 'Internet and cable']);
  expect(labelsFor('harbor')).toEqual(['Checking ••4417']);
});

test('the number of palette results is limited', () => {
  const many = Array.from({ length: 200 }, (_, index) => entry(`Account ${index}`, 'Bank'));
  expect(findEntries(many, 'account')).toHaveLength(30);
});

test.each([
  ['change password', '/profile#password'],
  ['password', '/profile#password'],
  ['change email', '/profile#email'],
  ['export', '/profile#data'],
  ['download my data', '/profile#data'],
  ['sessions', '/profile#devices'],
  ['billing', '/profile#subscription'],
  ['google', '/profile#sign-in-methods'],
  ['close account', '/profile#delete'],
])('the query %j opens %s first', (query, path) => {
  expect(findEntries(settingsEntries, query)[0]?.action).toBe(path);
});
