import type { CallKey, Calls } from '@cairn/contract/calls';

/*
 * Properties of calls that are needed at run time. They are repeated here because importing them from
 * the contract would add its schemas to the bundle. The types reject a missing or superfluous call.
 */

type KeysOf<Property> = { [K in CallKey]: Calls[K] extends Property ? K : never }[CallKey];

const paidCalls: Record<KeysOf<{ access: 'paid' }>, true> = {
  'GET /cb': true,
  'DELETE /cb': true,
  'POST /cb/code': true,
  'GET /cb/history': true,
  'GET /cb/portfolio': true,
  'GET /crypto/authorize-url': true,
  'GET /institution/:id': true,
  'DELETE /institution/:id': true,
  'GET /institution/:id/history': true,
  'GET /institutions': true,
  'POST /plaid/': true,
  'GET /plaid/link/items': true,
  'POST /plaid/link/known': true,
  'POST /plaid/link/token': true,
  'POST /plaid/link/update': true,
  'POST /plaid/link/updated': true,
  'GET /user/account/history': true,
  'GET /user/account/holdings': true,
  'GET /user/account/liabilities': true,
  'GET /user/accounts': true,
  'PATCH /user/accounts/:id': true,
  'POST /user/accounts/grouped': true,
  'GET /user/budget': true,
  'POST /user/budget': true,
  'DELETE /user/budget/:id': true,
  'POST /user/budget/cat': true,
  'GET /user/budget/suggestion': true,
  'POST /user/budget/update': true,
  'GET /user/cashflow': true,
  'GET /user/changes': true,
  'POST /user/changes/:id/undo': true,
  'GET /user/currentspending': true,
  'GET /user/networth/history': true,
  'POST /user/plaid/recurring_txs': true,
  'POST /user/plaid/sync_transactions': true,
  'POST /user/proof': true,
  'POST /user/proof/export': true,
  'GET /user/recurringtx/:id': true,
  'PATCH /user/recurringtx/:id': true,
  'POST /user/spendingcat': true,
  'POST /user/spendingcat/trend': true,
  'GET /user/sync': true,
  'GET /user/tags': true,
  'POST /user/tags': true,
  'PATCH /user/tags/:id': true,
  'DELETE /user/tags/:id': true,
  'GET /user/transaction': true,
  'GET /user/transaction/history': true,
  'GET /user/transaction/story': true,
  'PATCH /user/transactions/:id': true,
  'POST /user/transactions/account': true,
  'POST /user/transactions/bulk': true,
  'POST /user/transactions/export': true,
  'POST /user/transactions/monthly': true,
  'GET /user/transactions/recent': true,
  'POST /user/transactions/summary': true,
  'POST /user/transactions/v2': true,
  'POST /user/tx/ignore': true,
  'POST /user/tx/updatecategory': true,
};

const publicCalls: Record<KeysOf<{ access: 'public' }>, true> = {
  'POST /auth/token': true,
  'POST /auth/refresh': true,
  'POST /csp-reports': true,
  'POST /auth/second_factor': true,
  'POST /auth/factor_reset': true,
  'POST /auth/factor_reset/cancel': true,
  'POST /auth/factor_reset/complete': true,
  'POST /auth/passkey': true,
  'POST /auth/passkey/options': true,
  'GET /auth/google/nonce': true,
  'GET /code/apple': true,
  'POST /code/apple/callback': true,
  'GET /code/oidc/:name': true,
  'POST /auth/oidc': true,
  'GET /config': true,
  'GET /dashboard/stocks': true,
  'GET /dashboard/stocks/updated': true,
  'GET /logos/:digest': true,
  'POST /signup': true,
  'POST /signup/emailcheck': true,
  'POST /user/check_apple_otc': true,
  'POST /user/forgotpwd': true,
  'POST /user/resetpwd': true,
  'POST /webhooks/apple': true,
  'POST /webhooks/plaid': true,
  'POST /webhooks/stripe': true,
};

type CreatingKey = Exclude<
  KeysOf<{ status: 201 }> | KeysOf<{ creates: true }>,
  KeysOf<{ access: 'public' }> | KeysOf<{ creates: false }>
>;

const creatingCalls: Record<CreatingKey, true> = {
  'POST /cb/code': true,
  'POST /plaid/link/token': true,
  'POST /user/budget': true,
  'POST /user/email': true,
  'POST /user/identities': true,
  'POST /user/passkeys': true,
  'POST /user/tags': true,
  'POST /user/validate_email': true,
};

const formCalls: Record<KeysOf<{ form: true }>, true> = {
  'POST /auth/token': true,
  'POST /code/apple/callback': true,
};

/** True for calls that require a paid subscription: calls about the user's financial data. */
export const isPaidCall = (key: CallKey): boolean => key in paidCalls;

/** True for calls that need no token. */
export const isPublicCall = (key: CallKey): boolean => key in publicCalls;

/** True for calls that accept an `Idempotency-Key`. */
export const isCreatingCall = (key: CallKey): boolean => key in creatingCalls;

/** True for calls whose body is a form instead of JSON. */
export const isFormCall = (key: CallKey): boolean => key in formCalls;
