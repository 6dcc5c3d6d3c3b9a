import { expect, test } from 'vitest';
import { entriesMatching, type PaletteEntry } from './palette-entries.ts';

const entry = (label: string, note: string, offered = false): PaletteEntry => ({
  id: label,
  label,
  note,
  icon: 'other',
  act: '/',
  offered,
});
const entries = [
  entry('Net worth', 'Page', true),
  entry('Money market ••3116', 'Northgate Trust'),
  entry('Checking ••4417', 'Harbor Savings'),
  entry('Internet and cable', 'Category'),
  entry('Café Åre', 'Category'),
];
const found = (typed: string) => entriesMatching(entries, typed).map(({ label }) => label);

test.each([
  ['', ['Net worth']],
  ['  ', ['Net worth']],
  ['net', ['Net worth', 'Internet and cable']],
  ['NET W', ['Net worth']],
  // By where it is, and by the last digits of its number.
  ['harbor', ['Checking ••4417']],
  ['check 4417', ['Checking ••4417']],
  ['north market', ['Money market ••3116']],
  ['cafe are', ['Café Åre']],
  ['nowhere', []],
  ['(', []],
])('%j finds %j', (typed, labels) => {
  expect(found(typed)).toEqual(labels);
});

test('no more is found than is read through', () => {
  const many = Array.from({ length: 200 }, (_, index) => entry(`Account ${index}`, 'Bank'));
  expect(entriesMatching(many, 'account')).toHaveLength(30);
});
