import { expect, test } from 'vitest';
import { callEntries } from './calls.ts';

/** The paid calls that change something, and what: the demo refuses these and serves all others. */
const changes: Record<string, string> = {
  'POST /plaid/': 'begins to link an institution',
  'POST /plaid/link/update': 'begins to link an institution anew',
  'POST /plaid/link/known': 'is a part of linking an institution',
  'POST /plaid/link/updated': 'ends what linking an institution anew began',
  'POST /plaid/link/token': 'links an institution',
  'DELETE /institution/:id': 'unlinks an institution',
  'POST /user/plaid/sync_transactions': 'asks the bank',
  'PATCH /user/accounts/:id': 'renames and hides accounts',
  'POST /user/tx/updatecategory': 'changes a transaction',
  'POST /user/tx/ignore': 'changes a transaction',
  'PATCH /user/recurringtx/:id': 'changes a stream',
  'POST /user/budget': 'creates a budget',
  'POST /user/budget/update': 'changes a budget',
  'POST /user/budget/cat': 'changes a budget',
  'DELETE /user/budget/:id': 'deletes a budget',
  'GET /crypto/authorize-url': 'begins to link the exchange: keeps a state for its way back',
  'POST /cb/code': 'links the exchange',
  'DELETE /cb': 'unlinks the exchange',
};

const paid = callEntries.filter(([, call]) => call.access === 'paid');

test('every paid call that changes nothing is served in demo mode, and no other', () => {
  const unserved = paid.filter(([, call]) => !call.demo).map(([key]) => key as string);
  expect(unserved.sort()).toEqual(Object.keys(changes).sort());
});

test('only paid calls are: whatever else there is, is about the person and not about money', () => {
  expect(callEntries.filter(([, call]) => call.demo && call.access !== 'paid')).toEqual([]);
});

test('what changes something is no GET, unless the way back of a sign-in is all it keeps', () => {
  expect(Object.keys(changes).filter((key) => key.startsWith('GET '))).toEqual([
    'GET /crypto/authorize-url',
  ]);
});
