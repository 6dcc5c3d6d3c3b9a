import { expect, test } from 'vitest';
import { provenTotalOf, withProof } from './proof-address.ts';

const category = {
  of: 'category',
  key: 'food_and_drink',
  period: { from: '2026-05-01', to: '2026-05-31' },
};

test('a total survives being part of an address, whose rest stays as it is', () => {
  const before = new URLSearchParams('month=2026-05&category=a&category=b');
  const opened = withProof(before, category);
  expect(provenTotalOf(opened)).toEqual(category);
  expect(opened.getAll('category')).toEqual(['a', 'b']);
  expect(withProof(opened, null).toString()).toBe(before.toString());
});

test('opening another one leaves nothing of the one before', () => {
  const opened = withProof(withProof(new URLSearchParams(), category), { of: 'net_worth' });
  expect(provenTotalOf(opened)).toEqual({ of: 'net_worth' });
});

test.each(['', 'proof=', 'proofKey=a&proofFrom=2026-05-01'])('%j has none open', (address) => {
  expect(provenTotalOf(new URLSearchParams(address))).toBeNull();
});

test('half a period is none', () => {
  expect(provenTotalOf(new URLSearchParams('proof=spent&proofFrom=2026-05-01'))).toEqual({
    of: 'spent',
  });
});
