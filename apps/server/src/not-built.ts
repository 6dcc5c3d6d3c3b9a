import type { CallKey } from '@cairn/contract/calls';

/**
 * The calls of the contract whose feature comes later. They are gated like any other and answer 501.
 * The tidy test prints this list; the product is whole when it is empty.
 */
export const notBuilt: ReadonlySet<CallKey> = new Set<CallKey>([
  'POST /plaid/link/update',
  'GET /institution/:id',
  'GET /institution/:id/history',
  'DELETE /institution/:id',
  'PATCH /user/accounts/:id',
  'GET /user/account/history',
  'GET /user/transaction/story',
  'POST /user/plaid/recurring_txs',
  'GET /user/recurringtx/:id',
  'PATCH /user/recurringtx/:id',
  'POST /user/spendingcat',
  'POST /user/proof',
  'GET /user/networth/history',
  'GET /user/budget',
  'POST /user/budget',
  'POST /user/budget/update',
  'POST /user/budget/cat',
  'DELETE /user/budget/:id',
]);
