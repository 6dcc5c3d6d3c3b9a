import type { CallKey } from '@cairn/contract/calls';

/**
 * The calls of the contract whose feature comes later. They are gated like any other and answer 501.
 * The tidy test prints this list; the product is whole when it is empty.
 */
export const notBuilt: ReadonlySet<CallKey> = new Set<CallKey>([
  'GET /user/transaction/story',
  'POST /user/plaid/recurring_txs',
  'GET /user/recurringtx/:id',
  'PATCH /user/recurringtx/:id',
  'POST /user/spendingcat',
  'POST /user/proof',
  'GET /user/budget',
  'POST /user/budget',
  'POST /user/budget/update',
  'POST /user/budget/cat',
  'DELETE /user/budget/:id',
  'GET /cb/portfolio',
  'POST /cb/code',
  'DELETE /cb',
  'GET /crypto/authorize-url',
]);
