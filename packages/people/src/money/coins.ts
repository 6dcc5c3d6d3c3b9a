import { SeededRandom } from '../calendar/seeded-random.ts';

/** A currency that can be held at the exchange: a coin or a fiat currency. */
export interface Coin {
  code: string;
  name: string;
  kind: 'crypto' | 'fiat';
  /** Number of decimals of its smallest unit. */
  exponent: number;
  color: string;
  /** The price in dollars around which the actual price moves. Null if the currency has no price. */
  basePrice: number | null;
  /** Scales the price movement. 0 means a constant price. */
  volatility: number;
}

const coin = (
  code: string,
  name: string,
  exponent: number,
  color: string,
  basePrice: number | null,
  volatility = 1,
): Coin => ({ code, name, kind: 'crypto', exponent, color, basePrice, volatility });

const fiat = (code: string, name: string, basePrice: number, volatility: number): Coin => ({
  code,
  name,
  kind: 'fiat',
  exponent: 2,
  color: '#0066cf',
  basePrice,
  volatility,
});

/** All currencies that can be held. The prices are fictional. */
export const coins: readonly Coin[] = [
  coin('BTC', 'Bitcoin', 8, '#F7931A', 91_400),
  coin('ETH', 'Ethereum', 18, '#627EEA', 3_120, 1.3),
  coin('SOL', 'Solana', 9, '#9945FF', 148, 1.7),
  coin('ADA', 'Cardano', 6, '#0033D1', 0.52, 1.5),
  coin('LTC', 'Litecoin', 8, '#BFBBBB', 86, 1.1),
  coin('DOGE', 'Dogecoin', 8, '#BA9F33', 0.17, 2),
  coin('LINK', 'Chainlink', 18, '#2A5ADA', 14.6, 1.4),
  coin('DOT', 'Polkadot', 10, '#E6007A', 4.1, 1.4),
  coin('XLM', 'Stellar Lumens', 7, '#08B5E5', 0.24, 1.3),
  coin('USDC', 'USD Coin', 6, '#2775CA', 1, 0.002),
  coin('SHIB', 'Shiba Inu', 18, '#E93B24', 0.0000094, 2),
  // Delisted: it can still be held, but has no price.
  coin('OLDC', 'Old Coin', 8, '#777777', null),
  fiat('USD', 'US Dollar', 1, 0),
  fiat('EUR', 'Euro', 1.08, 0.15),
  fiat('GBP', 'British Pound', 1.27, 0.15),
];

const byCode = new Map(coins.map((entry) => [entry.code, entry]));

/** Returns the currency with this code. An unknown code gives a coin without a price. */
export const coinOf = (code: string): Coin =>
  byCode.get(code) ?? coin(code, code, 8, '#777777', null);

/**
 * Returns the price of a coin in dollars at an hour (UTC) of a day (ISO), or null if it has none. The price is slow
 * and fast waves around the base price plus hourly noise. It depends only on the seed, the coin, and the hour.
 */
export function priceAt(code: string, day: string, hour: number, seed: number): number | null {
  const { basePrice, volatility } = coinOf(code);
  if (basePrice === null) return null;
  const dayNumber = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  return basePrice * (1 + volatility * priceCurve(code, seed)(dayNumber, hour));
}

/** The relative deviation from the base price, at an hour of a day number (days since 1970-01-01). */
type Curve = (day: number, hour: number) => number;
const curveCache = new Map<string, Curve>();

/** Returns the curve of a coin. It is cached because callers compute two years of prices at once. */
function priceCurve(code: string, seed: number): Curve {
  const key = `${seed} ${code}`;
  const cached = curveCache.get(key);
  if (cached !== undefined) return cached;
  const random = new SeededRandom(seed).split('coin').split(code);
  const wave = (periodDays: number, amplitude: number, name: string) => {
    const phase = random.split(name).next();
    return (time: number) => amplitude * Math.sin(2 * Math.PI * (time / periodDays + phase));
  };
  const waves = [wave(263, 0.16, 'slow'), wave(37, 0.06, 'fast'), wave(6, 0.02, 'week')];
  const hourlyRandom = random.split('hour');
  const curve: Curve = (day, hour) => {
    const jitter = (hourlyRandom.split(day * 24 + hour).next() - 0.5) / 60;
    return waves.reduce((sum, waveAt) => sum + waveAt(day + hour / 24), jitter);
  };
  curveCache.set(key, curve);
  return curve;
}

/**
 * Returns the exchange's rate for a coin: how many coins one dollar buys, as decimal text with twelve significant
 * digits. Null if it has no price.
 */
export function rateAt(code: string, day: string, hour: number, seed: number): string | null {
  const price = priceAt(code, day, hour, seed);
  if (price === null) return null;
  if (price === 1) return '1.0';
  return formatDecimal(1 / price);
}

/** Formats a positive number as decimal text with twelve significant digits and no exponent. */
export function formatDecimal(value: number): string {
  const decimals = Math.max(0, 11 - Math.floor(Math.log10(value)));
  const text = value.toFixed(Math.min(decimals, 100));
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
