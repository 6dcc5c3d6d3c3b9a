import { describe, expect, test } from 'vitest';
import { parseSearch } from './parse-search.ts';
import type { SearchNode } from './search-syntax.ts';

/** The tree without positions, in short: texts in quotes, operators with their values. */
function outline(node: SearchNode | null): unknown {
  if (node === null) return null;
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'operator':
      return { [node.operator]: node.value };
    case 'not':
      return { not: outline(node.part) };
    default:
      return { [node.kind]: node.parts.map(outline) };
  }
}

function parsed(source: string): unknown {
  const result = parseSearch(source);
  if (!result.ok) throw new Error(`${result.error.code} at ${result.error.offset}`);
  return outline(result.node);
}

const amount = (min: string | null, max: string | null, inclusive = true) => ({
  amount: {
    min: min === null ? null : { value: min, inclusive },
    max: max === null ? null : { value: max, inclusive },
  },
});

describe('a search without operators is one text', () => {
  test.each([
    ['coffee', 'coffee'],
    ['  bakery  99 ', 'bakery  99'],
    ['ACME (UK)', 'ACME (UK)'],
    [':) (:', ':) (:'],
    ['12:30', '12:30'],
    ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
    ['REF:JOHN DES:PAYROLL', 'REF:JOHN DES:PAYROLL'],
    ['rate:5', 'rate:5'],
    ['constructor:x', 'constructor:x'],
    ['snake-case - 3--4 --x', 'snake-case - 3--4 --x'],
    ['5" pipe', '5" pipe'],
    ['Portland OR', 'Portland OR'],
    ['or', 'or'],
    ['OR Salem', 'OR Salem'],
    ['c:\\dir %_', 'c:\\dir %_'],
    ["'; drop table users --", "'; drop table users --"],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['', null],
    ['   ', null],
  ])('%j is the text %j', (source, expected) => expect(parsed(source)).toEqual(expected));
});

describe('operators', () => {
  test.each<[string, unknown]>([
    ['amount:>50', amount('50', null, false)],
    ['amount:>=50', amount('50', null)],
    ['amount:<1,234.50', amount(null, '1234.50', false)],
    ['amount:<=50', amount(null, '50')],
    ['amount:=50', amount('50', '50')],
    ['amount:007', amount('7', '7')],
    ['amount:20..50', amount('20', '50')],
    ['amount:20..', amount('20', null)],
    ['amount:..50', amount(null, '50')],
    ['AMOUNT:>50', amount('50', null, false)],
    ['date:2026', { date: { from: '2026-01-01', to: '2026-12-31' } }],
    ['date:2026-02', { date: { from: '2026-02-01', to: '2026-02-28' } }],
    ['date:2024-02', { date: { from: '2024-02-01', to: '2024-02-29' } }],
    ['date:2026-05-04', { date: { from: '2026-05-04', to: '2026-05-04' } }],
    ['date:2026-01..2026-03', { date: { from: '2026-01-01', to: '2026-03-31' } }],
    ['date:2025..2026-05-04', { date: { from: '2025-01-01', to: '2026-05-04' } }],
    ['date:2026-05..', { date: { from: '2026-05-01', to: null } }],
    ['date:..2026-05', { date: { from: null, to: '2026-05-31' } }],
    ['category:food', { category: 'food' }],
    ['category:"Food and drink"', { category: 'Food and drink' }],
    ['account:0001', { account: '0001' }],
    ['merchant:"Corner \\"Best\\" Market"', { merchant: 'Corner "Best" Market' }],
    ['is:pending', { is: 'pending' }],
    ['is:Excluded', { is: 'excluded' }],
  ])('%s is parsed', (source, expected) => expect(parsed(source)).toEqual(expected));
});

describe('terms are combined', () => {
  test.each<[string, unknown]>([
    ['corner market amount:50', { and: ['corner market', amount('50', '50')] }],
    ['corner is:pending market', { and: ['corner', { is: 'pending' }, 'market'] }],
    ['-coffee', { not: 'coffee' }],
    ['-coffee shop', { and: [{ not: 'coffee' }, 'shop'] }],
    ['-"coffee shop"', { not: 'coffee shop' }],
    ['-is:pending', { not: { is: 'pending' } }],
    ['-or', { not: 'or' }],
    ['coffee or tea', { or: ['coffee', 'tea'] }],
    ['coffee OR green tea', { or: ['coffee', 'green tea'] }],
    ['a is:pending or b', { or: [{ and: ['a', { is: 'pending' }] }, 'b'] }],
    ['(a or b) is:pending', { and: [{ or: ['a', 'b'] }, { is: 'pending' }] }],
    ['-(a or b)', { not: { or: ['a', 'b'] } }],
    ['(a or f(x))', { or: ['a', 'f(x)'] }],
    ['"or"', 'or'],
    ['"amount:>50"', 'amount:>50'],
    ['"coffee" shop', { and: ['coffee', 'shop'] }],
    ['a or or b', { or: ['a', 'or b'] }],
    ['is:pending a)', { and: [{ is: 'pending' }, 'a)'] }],
  ])('%s is parsed', (source, expected) => expect(parsed(source)).toEqual(expected));
});

// cspell:ignore catgeory
test.each([
  ['coffee has:pictures', 'unknown_value', 'pictures'],
  ['is:split', 'unknown_value', 'split'],
  ['has:receipt', 'unknown_value', 'receipt'],
  ['x amounts:>50', 'misspelled_operator', 'amounts:>50'],
  ['catgeory:food', 'misspelled_operator', 'catgeory:food'],
  ['accounts:visa', 'misspelled_operator', 'accounts:visa'],
  ['a amount: b', 'missing_value', 'amount:'],
  ['merchant:" "', 'missing_value', 'merchant:" "'],
  ['amount:-50', 'invalid_amount', '-50'],
  ['amount:1e5', 'invalid_amount', '1e5'],
  ['amount:1..2..3', 'invalid_amount', '1..2..3'],
  ['amount:..', 'invalid_amount', '..'],
  ['amount:9999999999999', 'invalid_amount', '9999999999999'],
  ['é amount:50..20', 'reversed_range', '50..20'],
  ['date:yesterday', 'invalid_date', 'yesterday'],
  ['date:2026-02-29', 'invalid_date', '2026-02-29'],
  ['date:2026-13', 'invalid_date', '2026-13'],
  ['date:0000', 'invalid_date', '0000'],
  ['date:..', 'invalid_date', '..'],
  ['date:2026-03..2026-01', 'reversed_range', '2026-03..2026-01'],
  ['  "corner', 'unclosed_quote', '"corner'],
  ['a merchant:"corner', 'unclosed_quote', '"corner'],
  ['a "" b', 'empty_quote', '""'],
  ['-(a b', 'unclosed_group', '('],
  ['() is:pending', 'empty_group', '()'],
])('%j has the error %s at %j', (source, code, word) => {
  const result = parseSearch(source);
  if (result.ok) throw new Error('There is no error');
  const { offset, length } = result.error;
  expect([result.error.code, source.slice(offset, offset + length)]).toEqual([code, word]);
  expect(result.error.message).not.toMatch(/[{}]/);
});

test('every term has its position in the text', () => {
  const source = '  "coffee" -tea (a or amount:>5)';
  const words: string[] = [];
  const visit = (node: SearchNode): void => {
    words.push(source.slice(node.at.offset, node.at.offset + node.at.length));
    if (node.kind === 'not') visit(node.part);
    if (node.kind === 'and' || node.kind === 'or') node.parts.forEach(visit);
  };
  const result = parseSearch(source);
  if (!result.ok || result.node === null) throw new Error('There is no tree');
  visit(result.node);
  expect(words).toEqual([
    '"coffee" -tea (a or amount:>5)',
    '"coffee"',
    '-tea',
    'tea',
    '(a or amount:>5)',
    'a',
    'amount:>5',
  ]);
});
