import { expect, test } from 'vitest';
import { provenTotalOf, withProof } from './proof-address.ts';

const category = {
  of: 'category',
  key: 'food_and_drink',
  period: { from: '2026-05-01', to: '2026-05-31' },
};

test('a total is written to the query parameters and read back, and other parameters stay', () => {
  const before = new URLSearchParams('month=2026-05&category=a&category=b');
  const opened = withProof(before, category);
  expect(provenTotalOf(opened)).toEqual(category);
  expect(opened.getAll('category')).toEqual(['a', 'b']);
  expect(withProof(opened, null).toString()).toBe(before.toString());
});

test('opening another proof removes all parameters of the previous one', () => {
  const opened = withProof(withProof(new URLSearchParams(), category), { of: 'net_worth' });
  expect(provenTotalOf(opened)).toEqual({ of: 'net_worth' });
});

test.each(['', 'proof=', 'proofKey=a&proofFrom=2026-05-01'])('no proof is open for %j', (query) => {
  expect(provenTotalOf(new URLSearchParams(query))).toBeNull();
});

test('a period without an end is ignored', () => {
  expect(provenTotalOf(new URLSearchParams('proof=spent&proofFrom=2026-05-01'))).toEqual({
    of: 'spent',
  });
});
