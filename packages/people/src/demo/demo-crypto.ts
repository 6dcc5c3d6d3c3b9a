import { coinOf, rateAt } from '../money/coins.ts';

/** The demo person's holding in one currency on a day. */
export interface DemoHolding {
  code: string;
  name: string;
  kind: 'crypto' | 'fiat';
  /** Decimal text. */
  amount: string;
  /** How many units one dollar buys. Null if it has no price. */
  rate: string | null;
}

/** All holdings at the end of a day. */
export interface DemoCryptoDay {
  day: string;
  holdings: DemoHolding[];
}

interface HoldingPlan {
  code: string;
  /** The initial amount and the monthly addition, in units of 10^-decimals. */
  initial: number;
  monthly: number;
  decimals: number;
}

/** Some currencies are bought every month. The small amounts of ADA and DOGE are dust. */
const plans: readonly HoldingPlan[] = [
  { code: 'BTC', initial: 4_200_000, monthly: 210_000, decimals: 8 },
  { code: 'ETH', initial: 600_000, monthly: 41_000, decimals: 6 },
  { code: 'SOL', initial: 9_000, monthly: 250, decimals: 3 },
  { code: 'LINK', initial: 60_00, monthly: 0, decimals: 2 },
  { code: 'ADA', initial: 64, monthly: 0, decimals: 2 },
  { code: 'DOGE', initial: 125, monthly: 0, decimals: 2 },
  { code: 'OLDC', initial: 2_500, monthly: 0, decimals: 2 },
  { code: 'USD', initial: 4_000, monthly: 950, decimals: 2 },
];

const millisecondsPerDay = 86_400_000;
const dayCount = 730;
const daysPerMonth = 30;
/** The hour (UTC) of the daily price. */
const priceHour = 20;

/**
 * Yields two years of holdings up to `today` (ISO), oldest day first. A generator lets the caller do other work
 * between days. The same day and seed always give the same holdings.
 */
export function* demoCrypto(today: string, seed: number): Generator<DemoCryptoDay, undefined> {
  const todayTimestamp = Date.parse(`${today}T00:00:00Z`);
  for (let daysAgo = dayCount - 1; daysAgo >= 0; daysAgo -= 1) {
    const timestamp = todayTimestamp - daysAgo * millisecondsPerDay;
    const day = new Date(timestamp).toISOString().slice(0, 10);
    // Months are counted from a fixed day and not from `today`, so that a past day has the same holdings tomorrow.
    const months = Math.floor(timestamp / millisecondsPerDay / daysPerMonth) - firstPurchaseMonth;
    yield { day, holdings: plans.map((plan) => holdingOn(plan, day, months, seed)) };
  }
}

/** The start of the monthly purchases, in 30-day months since 1970-01-01. */
const firstPurchaseMonth = 665;

function holdingOn(
  { code, initial, monthly, decimals }: HoldingPlan,
  day: string,
  months: number,
  seed: number,
) {
  const { name, kind } = coinOf(code);
  const units = initial + monthly * Math.max(0, months);
  const text = String(units).padStart(decimals + 1, '0');
  const amount = `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
  return { code, name, kind, amount, rate: rateAt(code, day, priceHour, seed) };
}
