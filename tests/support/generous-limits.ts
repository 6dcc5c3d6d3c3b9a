/**
 * RATE_LIMITS under which tests and benchmarks, which are many people at one address, never come to a
 * limit. The tests of the limits leave it out.
 */
export const generousLimits = [
  'sign_in_address',
  'sign_in_ip',
  'signup_ip',
  'email_check_ip',
  'mail_address',
  'sync_user',
  'export_user',
]
  .map((name) => `${name}=1000000`)
  .join(',');
