/**
 * A RATE_LIMITS value that tests and benchmarks never exceed, although all of their users share one IP address. The tests
 * of rate limits do not use it.
 */
export const generousLimits = [
  'sign_in_address',
  'sign_in_ip',
  'sign_in_device',
  'password_check_session',
  'factor_challenge',
  'factor_user',
  'factor_device',
  'factor_session',
  'signup_ip',
  'email_check_ip',
  'mail_address',
  'mail_ip',
  'mail_user',
  'identity_user',
  'apple_sign_in_ip',
  'oidc_sign_in_ip',
  'csp_report_ip',
  'write_user',
  'sync_user',
  'export_user',
  'link_token_user',
  'link_user',
  'portfolio_user',
  'portal_user',
]
  .map((name) => `${name}=1000000`)
  .join(',');

/**
 * A CONCURRENCY_LIMITS value for tests: calls wait as long as a busy machine needs, instead of being rejected. The overload
 * tests don't use it.
 */
export const generousConcurrencyLimits = [
  'calls_waiting=1000',
  'calls_wait_ms=60000',
  'sign_ins=8',
  'sign_ins_waiting=1000',
  'sign_ins_wait_ms=60000',
  'user_calls_waiting=1000',
  'user_calls_wait_ms=60000',
  'user_exports=100',
].join(',');
