import { expect, test } from 'vitest';
import { listAccountChanges } from './account-changes.ts';

const facts = { name: 'Checking', current: '10.00', limit: null, closed: 'false' };

test('an unchanged account is left out, and a changed one lists only the changed fields', () => {
  const before = new Map([
    ['same', facts],
    ['closed', facts],
    ['limited', facts],
  ]);
  const after = new Map([
    ['same', { ...facts }],
    ['closed', { ...facts, current: '0', closed: 'true' }],
    ['limited', { ...facts, limit: '500' }],
  ]);
  expect(listAccountChanges(before, after)).toEqual([
    {
      account: 'closed',
      before: { current: '10.00', closed: 'false' },
      after: { current: '0', closed: 'true' },
    },
    { account: 'limited', before: { limit: null }, after: { limit: '500' } },
  ]);
});

test('a new account has no previous values', () => {
  expect(listAccountChanges(new Map(), new Map([['new', facts]]))).toEqual([
    { account: 'new', before: {}, after: facts },
  ]);
});
