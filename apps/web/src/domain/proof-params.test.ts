import { expect, test } from 'vitest';
import { provenTotalFromParams, withProofParams } from './proof-params.ts';

const category = {
  of: 'category',
  key: 'food_and_drink',
  period: { from: '2026-05-01', to: '2026-05-31' },
};

test('a total is written to the query parameters and read back, and other parameters are kept', () => {
  const before = new URLSearchParams('month=2026-05&category=a&category=b');
  const opened = withProofParams(before, category);
  expect(provenTotalFromParams(opened)).toEqual(category);
  expect(opened.getAll('category')).toEqual(['a', 'b']);
  expect(withProofParams(opened, null).toString()).toBe(before.toString());
});

test('a total of only known balances is written to the query parameters and read back', () => {
  const total = { of: 'net_worth', known_only: true };
  const opened = withProofParams(new URLSearchParams(), total);
  expect(opened.toString()).toBe('proof=net_worth&proofKnown=only');
  expect(provenTotalFromParams(opened)).toEqual(total);
  expect(withProofParams(opened, { of: 'assets' }).toString()).toBe('proof=assets');
});

test('opening another proof removes all parameters of the previous one', () => {
  const opened = withProofParams(withProofParams(new URLSearchParams(), category), {
    of: 'net_worth',
  });
  expect(provenTotalFromParams(opened)).toEqual({ of: 'net_worth' });
});

test.each(['', 'proof=', 'proofKey=a&proofFrom=2026-05-01'])('no proof is open for %j', (query) => {
  expect(provenTotalFromParams(new URLSearchParams(query))).toBeNull();
});

test('a period without an end is ignored', () => {
  expect(provenTotalFromParams(new URLSearchParams('proof=spent&proofFrom=2026-05-01'))).toEqual({
    of: 'spent',
  });
});
