import { expect, test } from 'vitest';
import { callEntries } from './calls.ts';

/** The paid calls that change something, and what each does. Demo mode rejects these and serves all others. */
const changingCalls: Record<string, string> = {
  'POST /plaid/': 'starts linking a bank',
  'POST /plaid/link/update': 'starts update mode',
  'POST /plaid/link/known': 'is part of linking a bank',
  'POST /plaid/link/updated': 'ends update mode',
  'POST /plaid/link/token': 'links a bank',
  'DELETE /institution/:id': 'unlinks a bank',
  'POST /user/plaid/sync_transactions': 'starts a sync',
  'PATCH /user/accounts/:id': 'renames and hides accounts',
  'POST /user/tx/updatecategory': 'changes a transaction',
  'POST /user/tx/ignore': 'changes a transaction',
  'PATCH /user/transactions/:id': 'changes a transaction',
  'POST /user/transactions/bulk': 'changes transactions',
  'POST /user/tags': 'creates a tag',
  'PATCH /user/tags/:id': 'changes a tag',
  'DELETE /user/tags/:id': 'deletes a tag',
  'POST /user/changes/:id/undo': 'changes transactions back',
  'PATCH /user/recurringtx/:id': 'changes a stream',
  'POST /user/budget': 'creates a budget',
  'POST /user/budget/update': 'changes a budget',
  'POST /user/budget/cat': 'changes a budget',
  'DELETE /user/budget/:id': 'deletes a budget',
  'GET /crypto/authorize-url': 'starts linking the exchange and stores an OAuth state',
  'POST /cb/code': 'links the exchange',
  'DELETE /cb': 'unlinks the exchange',
};

const paidCalls = callEntries.filter(([, call]) => call.access === 'paid');

test('demo mode serves exactly the paid calls that change nothing', () => {
  const rejectedCalls = paidCalls.filter(([, call]) => !call.demo).map(([key]) => key as string);
  expect(rejectedCalls.sort()).toEqual(Object.keys(changingCalls).sort());
});

test('demo mode serves only paid calls', () => {
  expect(callEntries.filter(([, call]) => call.demo && call.access !== 'paid')).toEqual([]);
});

test('no GET call changes anything, except for storing an OAuth state', () => {
  expect(Object.keys(changingCalls).filter((key) => key.startsWith('GET '))).toEqual([
    'GET /crypto/authorize-url',
  ]);
});
