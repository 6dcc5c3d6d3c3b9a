import type { CallKey } from '@cairn/contract/calls';

/** The required access of a call. `demo`: it is also available in demo mode. */
type RequiredAccess = 'public' | 'user' | 'paid' | 'paid, demo';

/**
 * The expected access of each call, independent of the contract, so that an accidental change is noticed.
 * A call without an entry fails the gate's test.
 */
export const expectedAccess: Record<CallKey, RequiredAccess> = {
  'GET /config': 'public',
  'POST /csp-reports': 'public',
  'POST /auth/token': 'public',
  'POST /auth/refresh': 'public',
  'POST /auth/logout': 'user',
  'GET /auth/google/nonce': 'public',
  'GET /code/apple': 'public',
  'POST /code/apple/callback': 'public',
  'POST /webhooks/apple': 'public',
  'POST /user/check_apple_otc': 'public',
  'GET /code/oidc/:name': 'public',
  'POST /auth/oidc': 'public',
  'POST /auth/passkey/options': 'public',
  'POST /auth/passkey': 'public',
  'GET /user/passkeys': 'user',
  'POST /user/passkeys/options': 'user',
  'POST /user/passkeys': 'user',
  'PATCH /user/passkeys/:id': 'user',
  'DELETE /user/passkeys/:id': 'user',
  'POST /user/forgotpwd': 'public',
  'POST /user/resetpwd': 'public',
  'POST /user/validate_email': 'user',
  'POST /user/check_email_validation': 'user',
  'POST /user/upgrade_token': 'user',
  'GET /user/sessions': 'user',
  'POST /user/identities': 'user',
  'GET /user/identities': 'user',
  'DELETE /user/identities/:provider': 'user',
  'DELETE /user/sessions/:id': 'user',
  'POST /auth/second_factor': 'public',
  'DELETE /user/sessions/:id/trust': 'user',
  'POST /auth/factor_reset': 'public',
  'POST /auth/factor_reset/complete': 'public',
  'POST /auth/factor_reset/cancel': 'public',
  'POST /user/step_up': 'user',
  'GET /user/factors': 'user',
  'POST /user/totp': 'user',
  'POST /user/totp/confirm': 'user',
  'DELETE /user/totp': 'user',
  'POST /user/recovery_codes': 'user',
  'POST /user/recovery_codes/saved': 'user',
  'POST /signup/emailcheck': 'public',
  'POST /signup': 'public',
  'GET /user/me': 'user',
  'POST /user/password': 'user',
  'POST /user/email': 'user',
  'GET /user/activity': 'user',
  'GET /user/export': 'user',
  'GET /user/deletion': 'user',
  'DELETE /user': 'user',
  'GET /institutions': 'paid, demo',
  'GET /institution/:id': 'paid, demo',
  'GET /institution/:id/history': 'paid, demo',
  'DELETE /institution/:id': 'paid',
  'POST /plaid/': 'paid',
  'POST /plaid/link/update': 'paid',
  'POST /plaid/link/updated': 'paid',
  'POST /plaid/link/known': 'paid',
  'POST /plaid/link/token': 'paid',
  'GET /plaid/link/items': 'paid, demo',
  'POST /user/plaid/sync_transactions': 'paid',
  'GET /user/sync': 'paid, demo',
  'GET /user/events': 'user',
  'POST /webhooks/plaid': 'public',
  'POST /user/accounts/grouped': 'paid, demo',
  'GET /user/accounts': 'paid, demo',
  'PATCH /user/accounts/:id': 'paid',
  'GET /user/account/history': 'paid, demo',
  'GET /user/account/liabilities': 'paid, demo',
  'GET /user/account/holdings': 'paid, demo',
  'POST /user/transactions/v2': 'paid, demo',
  'POST /user/transactions/account': 'paid, demo',
  'POST /user/transactions/summary': 'paid, demo',
  'POST /user/transactions/monthly': 'paid, demo',
  'POST /user/transactions/export': 'paid, demo',
  'GET /user/transactions/recent': 'paid, demo',
  'GET /user/transaction': 'paid, demo',
  'GET /user/transaction/history': 'paid, demo',
  'GET /user/transaction/story': 'paid, demo',
  'GET /logos/:digest': 'public',
  'PATCH /user/transactions/:id': 'paid',
  'POST /user/transactions/bulk': 'paid',
  'GET /user/tags': 'paid, demo',
  'POST /user/tags': 'paid',
  'PATCH /user/tags/:id': 'paid',
  'DELETE /user/tags/:id': 'paid',
  'GET /user/changes': 'paid, demo',
  'POST /user/changes/:id/undo': 'paid',
  'POST /user/tx/updatecategory': 'paid',
  'POST /user/tx/ignore': 'paid',
  'POST /user/plaid/recurring_txs': 'paid, demo',
  'GET /user/recurringtx/:id': 'paid, demo',
  'PATCH /user/recurringtx/:id': 'paid',
  'GET /user/currentspending': 'paid, demo',
  'GET /user/cashflow': 'paid, demo',
  'POST /user/spendingcat': 'paid, demo',
  'POST /user/spendingcat/trend': 'paid, demo',
  'POST /user/proof': 'paid, demo',
  'POST /user/proof/export': 'paid, demo',
  'GET /user/networth/history': 'paid, demo',
  'GET /user/budget': 'paid, demo',
  'GET /user/budget/suggestion': 'paid, demo',
  'POST /user/budget': 'paid',
  'POST /user/budget/update': 'paid',
  'POST /user/budget/cat': 'paid',
  'DELETE /user/budget/:id': 'paid',
  'GET /cb/portfolio': 'paid, demo',
  'POST /cb/code': 'paid',
  'DELETE /cb': 'paid',
  'GET /cb': 'paid, demo',
  'GET /cb/history': 'paid, demo',
  'GET /crypto/authorize-url': 'paid',
  'GET /billing/subscription': 'user',
  'POST /billing/portal': 'user',
  'POST /webhooks/stripe': 'public',
  'GET /dashboard/stocks': 'public',
  'GET /dashboard/stocks/updated': 'public',
};

/** The result of a call. */
export type AccessResult =
  | 'allowed'
  | 'sign-in required'
  | 'subscription required'
  | 'read-only'
  | 'not found';

/** Who makes the calls. `in demo` means in demo mode. */
export const callers = [
  'signed out',
  'free',
  'paid',
  'lapsed',
  'signed out in demo',
  'free in demo',
  'lapsed in demo',
] as const;
export type Caller = (typeof callers)[number];

const everyone = (result: AccessResult) => ({
  'signed out': result,
  free: result,
  paid: result,
  lapsed: result,
});
const demo = (signedOut: AccessResult, others: AccessResult) => ({
  'signed out in demo': signedOut,
  'free in demo': others,
  'lapsed in demo': others,
});
const signedIn = { ...everyone('allowed'), 'signed out': 'sign-in required' } as const;
const paying = {
  ...everyone('subscription required'),
  'signed out': 'sign-in required',
  paid: 'allowed',
} as const;

/** The expected result for each caller, by required access. */
export const expectedResults: Record<RequiredAccess, Record<Caller, AccessResult>> = {
  public: { ...everyone('allowed'), ...demo('not found', 'not found') },
  user: { ...signedIn, ...demo('sign-in required', 'read-only') },
  paid: { ...paying, ...demo('sign-in required', 'read-only') },
  'paid, demo': { ...paying, ...demo('sign-in required', 'allowed') },
};
