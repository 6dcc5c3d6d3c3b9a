import { parseNamedCounts } from './named-counts.ts';

/** The number of attempts that are allowed in a window. */
export interface RateLimit {
  points: number;
  seconds: number;
}

const quarterHour = 15 * 60;
const hour = 60 * 60;

// SECURITY: limits. Each name states what is counted, and per what.
const defaults = {
  /** Failed sign-ins per email address, whether or not it has an account. */
  sign_in_address: { points: 5, seconds: quarterHour },
  /** Failed sign-ins per IP address. */
  sign_in_ip: { points: 100, seconds: quarterHour },
  /** Failed sign-ins per user and known device. They count toward neither of the two limits above. */
  sign_in_device: { points: 5, seconds: quarterHour },
  /** Wrong passwords of a signed-in user, per session. */
  password_check_session: { points: 5, seconds: quarterHour },
  /** Wrong second factors per sign-in. */
  factor_challenge: { points: 5, seconds: quarterHour },
  /** Wrong second factors per user, at sign-in on devices that are not known. */
  factor_user: { points: 5, seconds: quarterHour },
  /** Wrong second factors per user and known device, at sign-in. They don't count toward the limit above. */
  factor_device: { points: 5, seconds: quarterHour },
  /** Wrong second factors per session, at step-up and enrollment. */
  factor_session: { points: 5, seconds: quarterHour },
  signup_ip: { points: 60, seconds: hour },
  /** Checks whether an email address is taken, per IP address. */
  email_check_ip: { points: 300, seconds: hour },
  /** Emails with codes (reset, verification, new address), per recipient. */
  mail_address: { points: 5, seconds: hour },
  /** The same emails per IP address that requests them. */
  mail_ip: { points: 60, seconds: hour },
  /** The same emails per user that requests them. */
  mail_user: { points: 10, seconds: hour },
  /** Attempts to link Google or Apple or to add a passkey, per user: each one sends an email. */
  identity_user: { points: 20, seconds: hour },
  /** Started sign-ins with Apple per IP address: each stores a row. */
  apple_sign_in_ip: { points: 100, seconds: quarterHour },
  /** Started sign-ins with the operator's own providers per IP address: each stores a row. */
  oidc_sign_in_ip: { points: 100, seconds: quarterHour },
  /** Calls that change data, per user. */
  write_user: { points: 600, seconds: quarterHour },
  /** Requests with browsers' reports, per IP address. */
  csp_report_ip: { points: 60, seconds: hour },
  sync_user: { points: 120, seconds: hour },
  export_user: { points: 20, seconds: hour },
  // These limit how much of our quota at a provider one user can use up.
  /** Link tokens of the aggregator, for new and existing items. The accounts page requests one whenever it opens. */
  link_token_user: { points: 120, seconds: hour },
  /** Public tokens exchanged at the aggregator. */
  link_user: { points: 60, seconds: hour },
  /** Portfolios fetched from the exchange. */
  portfolio_user: { points: 240, seconds: hour },
  /** Sessions in the customer portal of the payment provider. */
  portal_user: { points: 30, seconds: hour },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof defaults;

/** All limits by name. */
export type RateLimits = Readonly<Record<RateLimitName, RateLimit>>;

/** Parses `name=count,name=count` as overrides of the defaults. An invalid part adds a message to `errors`. */
export function parseRateLimits(text: string, errors: string[]): RateLimits {
  const names = Object.keys(defaults) as RateLimitName[]; // `Object.keys` returns plain strings.
  const fromNames = <Value>(toValue: (name: RateLimitName) => Value) =>
    Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<RateLimitName, Value>;
  const points = parseNamedCounts(
    'RATE_LIMITS',
    text,
    fromNames((name) => defaults[name].points),
    errors,
  );
  return fromNames((name) => ({ ...defaults[name], points: points[name] }));
}

/** A limit of more than this many times its default has no practical effect. */
const maxTimesDefault = 100;

/** Lists the limits that are too high to have an effect, with the highest sensible value. */
export const findExcessiveLimits = (limits: RateLimits): { name: RateLimitName; max: number }[] =>
  (Object.keys(defaults) as RateLimitName[]) // `Object.keys` returns plain strings.
    .map((name) => ({ name, max: maxTimesDefault * defaults[name].points }))
    .filter(({ name, max }) => limits[name].points > max);
