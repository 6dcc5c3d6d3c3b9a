/** How often something may be tried, and in how many seconds. */
export interface RateLimit {
  points: number;
  seconds: number;
}

const quarterHour = 15 * 60;
const hour = 60 * 60;

// SECURITY: limits. Named by what is counted and whose it is.
const defaults = {
  /** Failed sign-ins of one address, whether it exists or not. */
  sign_in_address: { points: 5, seconds: quarterHour },
  /** Failed sign-ins from one IP address. */
  sign_in_ip: { points: 100, seconds: quarterHour },
  signup_ip: { points: 60, seconds: hour },
  /** Whether an address can still sign up, asked from one IP address. */
  email_check_ip: { points: 300, seconds: hour },
  /** Reset and verification mails to one address. */
  mail_address: { points: 5, seconds: hour },
  sync_user: { points: 120, seconds: hour },
  export_user: { points: 20, seconds: hour },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof defaults;

/** Every limit by its name. */
export type RateLimits = Readonly<Record<RateLimitName, RateLimit>>;

const isName = (name: string): name is RateLimitName => Object.hasOwn(defaults, name);

/** Reads `name=count,name=count` over the defaults; what it cannot read is added to `faults`. */
export function readRateLimits(text: string, faults: string[]): RateLimits {
  const limits: Record<RateLimitName, RateLimit> = { ...defaults };
  for (const part of text.split(',').filter((piece) => piece.trim() !== '')) {
    const [name = '', count = ''] = part.split('=').map((piece) => piece.trim());
    const points = Number(count);
    if (isName(name) && Number.isInteger(points) && points > 0)
      limits[name] = { ...limits[name], points };
    else
      faults.push(
        `RATE_LIMITS has '${part.trim()}': write name=count, with a name of ${Object.keys(defaults).join(', ')}`,
      );
  }
  return limits;
}
