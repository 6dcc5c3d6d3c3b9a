import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { type Proof, proofCalls } from './proof.ts';

const validator = Compile(proofCalls['POST /user/proof'].response);

const total = { sum: 0, currency: null };
const period = { from: '2026-05-01', to: '2026-05-31' };
const proofs: Proof[] = [
  {
    ...total,
    kind: 'transactions',
    sign: 1,
    period,
    counts: { included: 0, omitted: 0 },
    offsets: { count: 0, sum: 0 },
    pending: { count: 0, sum: 0 },
    reasons: [],
    included: [],
    omitted: [],
    next: { included: null, omitted: null },
  },
  { ...total, kind: 'balances', as_of: null, accounts: [], omitted_accounts: [] },
  { ...total, kind: 'changes', period, accounts: [], omitted_accounts: [], posted: null },
  { ...total, kind: 'streams', streams: [], omitted_streams: [] },
];

const fieldsOfOtherKinds = (proof: Proof) =>
  proofs.flatMap((other) => Object.entries(other).filter(([name]) => !(name in proof)));

test.each(proofs)('a proof of $kind has its own fields, and no field of another kind', (proof) => {
  expect(validator.Check(proof)).toBe(true);
  const foreignFields = fieldsOfOtherKinds(proof);
  expect(foreignFields.length).toBeGreaterThan(0);
  for (const [name, value] of foreignFields)
    expect(validator.Check({ ...proof, [name]: value }), name).toBe(false);
  for (const name of Object.keys(proof)) {
    const incomplete = Object.fromEntries(Object.entries(proof).filter(([key]) => key !== name));
    expect(validator.Check(incomplete), `without ${name}`).toBe(false);
  }
});
