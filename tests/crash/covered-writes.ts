import type { CallKey } from '@cairn/contract/calls';

type WriteKey = Exclude<CallKey, `GET ${string}`>;

const likeSignIn = 'not covered: opens a session, as POST /auth/token';
const likePassword =
  'not covered: one short transaction without a provider, as POST /user/password';
const likeCategory =
  'not covered: one short transaction without a provider, as POST /user/tx/updatecategory';
const likeReset =
  'not covered: sends or uses a code, as POST /user/forgotpwd and POST /user/resetpwd';
const likeStripe =
  'not covered: stores an event and processes it in a job, as POST /webhooks/stripe';

/**
 * Every call that isn't a GET: `load` if the load makes it and its effect is compared after each round, `none` if it
 * changes nothing, otherwise why it is left out.
 */
export const coveredWrites: Record<WriteKey, 'load' | 'none' | `not covered: ${string}`> = {
  'DELETE /cb': 'load',
  'DELETE /institution/:id': 'load',
  'DELETE /user': 'load',
  'DELETE /user/budget/:id': 'load',
  'DELETE /user/identities/:provider': likePassword,
  'DELETE /user/passkeys/:id': likePassword,
  'DELETE /user/sessions/:id': 'load',
  'DELETE /user/sessions/:id/trust': likePassword,
  'DELETE /user/tags/:id': likeCategory,
  'DELETE /user/totp': likePassword,
  'PATCH /user/accounts/:id': 'load',
  'PATCH /user/passkeys/:id': likePassword,
  'PATCH /user/recurringtx/:id': 'load',
  'PATCH /user/tags/:id': likeCategory,
  'PATCH /user/transactions/:id': likeCategory,
  'POST /user/transactions/bulk':
    'not covered: transactions of the database, which a job continues as the integration test does after a restart',
  'POST /auth/factor_reset': likeReset,
  'POST /auth/factor_reset/cancel': likeReset,
  'POST /auth/factor_reset/complete': likeReset,
  'POST /auth/logout': 'load',
  'POST /auth/oidc': likeSignIn,
  'POST /auth/passkey': likeSignIn,
  'POST /auth/passkey/options': 'none',
  'POST /auth/refresh': 'load',
  'POST /auth/second_factor': likeSignIn,
  'POST /auth/token': 'load',
  'POST /billing/portal': 'none',
  'POST /cb/code': 'load',
  'POST /code/apple/callback': likeSignIn,
  'POST /csp-reports': 'none',
  'POST /plaid/': 'none',
  'POST /plaid/link/known': 'none',
  'POST /plaid/link/token': 'load',
  'POST /plaid/link/update': 'none',
  'POST /plaid/link/updated': 'load',
  'POST /signup': 'load',
  'POST /signup/emailcheck': 'none',
  'POST /user/accounts/grouped': 'none',
  'POST /user/budget': 'load',
  'POST /user/budget/cat': 'load',
  'POST /user/budget/update': 'load',
  'POST /user/changes/:id/undo': likeCategory,
  'POST /user/check_apple_otc': likeSignIn,
  'POST /user/check_email_validation': likeReset,
  'POST /user/email': likeReset,
  'POST /user/forgotpwd': 'load',
  'POST /user/identities': likePassword,
  'POST /user/passkeys': likePassword,
  'POST /user/passkeys/options': 'none',
  'POST /user/password': 'load',
  'POST /user/plaid/recurring_txs': 'none',
  'POST /user/plaid/sync_transactions': 'load',
  'POST /user/proof': 'none',
  'POST /user/proof/export': 'none',
  'POST /user/recovery_codes': likePassword,
  'POST /user/recovery_codes/saved': likePassword,
  'POST /user/resetpwd': 'load',
  'POST /user/spendingcat': 'none',
  'POST /user/spendingcat/trend': 'none',
  'POST /user/step_up': likePassword,
  'POST /user/tags': likeCategory,
  'POST /user/totp': likePassword,
  'POST /user/totp/confirm': likePassword,
  'POST /user/transactions/account': 'none',
  'POST /user/transactions/export': 'none',
  'POST /user/transactions/monthly': 'none',
  'POST /user/transactions/summary': 'none',
  'POST /user/transactions/v2': 'none',
  'POST /user/tx/ignore': 'load',
  'POST /user/tx/updatecategory': 'load',
  'POST /user/upgrade_token': 'none',
  'POST /user/validate_email': likeReset,
  'POST /webhooks/apple': likeStripe,
  'POST /webhooks/plaid': 'load',
  'POST /webhooks/stripe': 'load',
};
