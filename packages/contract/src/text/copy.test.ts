import { expect, test } from 'vitest';
import { formatMessage, formatPlural } from './copy.ts';

test('a message has its placeholders filled in by name', () => {
  expect(formatMessage('{spent} of {planned}', { planned: '$200', spent: '$50' })).toBe(
    '$50 of $200',
  );
});

test('a value that contains a placeholder is not filled in again', () => {
  expect(formatMessage('Linked {name} as {kind}', { name: '{kind}', kind: 'bank' })).toBe(
    'Linked {kind} as bank',
  );
});

test('a plural message has the form for its count, with thousands separators', () => {
  const payments = { one: '{count} payment', other: '{count} payments' };
  expect([0, 1, 2, 1_204].map((count) => formatPlural(count, payments))).toEqual([
    '0 payments',
    '1 payment',
    '2 payments',
    '1,204 payments',
  ]);
});
