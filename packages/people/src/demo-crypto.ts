import { coinOf, rateAt } from './coins.ts';

/** What the demo person holds of one currency on a day. */
export interface DemoHolding {
  code: string;
  name: string;
  kind: 'crypto' | 'fiat';
  /** Decimal text. */
  amount: string;
  /** How many of it one dollar buys; null: nobody knows a price. */
  rate: string | null;
}

/** What they hold at the end of a day. */
export interface DemoCryptoDay {
  day: string;
  holdings: DemoHolding[];
}

interface Plan {
  code: string;
  /** In the coin's smallest unit that is told here: what they began with, and what each month adds. */
  first: number;
  monthly: number;
  decimals: number;
}

/** They began two years ago and buy a little every month; what they were once given is dust by now. */
const plans: readonly Plan[] = [
  { code: 'BTC', first: 4_200_000, monthly: 210_000, decimals: 8 },
  { code: 'ETH', first: 600_000, monthly: 41_000, decimals: 6 },
  { code: 'SOL', first: 9_000, monthly: 250, decimals: 3 },
  { code: 'LINK', first: 60_00, monthly: 0, decimals: 2 },
  { code: 'ADA', first: 64, monthly: 0, decimals: 2 },
  { code: 'DOGE', first: 125, monthly: 0, decimals: 2 },
  { code: 'OLDC', first: 2_500, monthly: 0, decimals: 2 },
  { code: 'USD', first: 4_000, monthly: 950, decimals: 2 },
];

const dayLength = 86_400_000;
const daysShown = 730;
const daysPerMonth = 30;
/** The hour whose price is a day's. */
const evening = 20;

/**
 * Two years of holdings that end on `today` (ISO), the oldest day first, one by one: whoever has other things
 * to do can do them in between. The same day always has the same.
 */
export function* demoCrypto(today: string, seed: number): Generator<DemoCryptoDay, undefined> {
  const last = Date.parse(`${today}T00:00:00Z`);
  for (let before = daysShown - 1; before >= 0; before -= 1) {
    const at = last - before * dayLength;
    const day = new Date(at).toISOString().slice(0, 10);
    // By the calendar and not by how long they have held it: tomorrow this day has the same.
    const months = Math.floor(at / dayLength / daysPerMonth) - firstMonth;
    yield { day, holdings: plans.map((plan) => holdingOn(plan, day, months, seed)) };
  }
}

/** The month, counted in thirties of days since 1970, from which they buy. */
const firstMonth = 665;

function holdingOn(
  { code, first, monthly, decimals }: Plan,
  day: string,
  months: number,
  seed: number,
) {
  const { name, kind } = coinOf(code);
  const units = first + monthly * Math.max(0, months);
  const text = String(units).padStart(decimals + 1, '0');
  const amount = `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
  return { code, name, kind, amount, rate: rateAt(code, day, evening, seed) };
}
