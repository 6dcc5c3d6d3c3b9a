import { Dice } from './random.ts';

/** Something that is held at an exchange: a coin, or money of a state. */
export interface Coin {
  code: string;
  name: string;
  kind: 'crypto' | 'fiat';
  /** Decimals in which it is counted. */
  exponent: number;
  color: string;
  /** Dollars that its price moves around; null: nobody knows a price. */
  level: number | null;
  /** How far it moves: 0 stands still. */
  swing: number;
}

const coin = (
  code: string,
  name: string,
  exponent: number,
  color: string,
  level: number | null,
  swing = 1,
): Coin => ({ code, name, kind: 'crypto', exponent, color, level, swing });

const money = (code: string, name: string, level: number, swing: number): Coin => ({
  code,
  name,
  kind: 'fiat',
  exponent: 2,
  color: '#0066cf',
  level,
  swing,
});

/** All that can be held. The prices are made up. */
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
  // Delisted: the exchange still holds it and names no price.
  coin('OLDC', 'Old Coin', 8, '#777777', null),
  money('USD', 'US Dollar', 1, 0),
  money('EUR', 'Euro', 1.08, 0.15),
  money('GBP', 'British Pound', 1.27, 0.15),
];

const byCode = new Map(coins.map((one) => [one.code, one]));

/** The coin with this code; one that nobody knows is a coin without a price. */
export const coinOf = (code: string): Coin =>
  byCode.get(code) ?? coin(code, code, 8, '#777777', null);

/**
 * Dollars that a coin costs on a day, at an hour of it (UTC): slow and fast waves around its level and a
 * throw of each hour. It follows from the seed, the coin and the hour alone. Null: there is no price.
 */
export function priceAt(code: string, day: string, hour: number, seed: number): number | null {
  const { level, swing } = coinOf(code);
  if (level === null) return null;
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  return level * (1 + swing * curveOf(code, seed)(number, hour));
}

/** How far a price is from its level at an hour of a day, which is counted from 1970. */
type Curve = (day: number, hour: number) => number;
const curves = new Map<string, Curve>();

/** The curve of a coin, made once: two years of it are asked for at a time. */
function curveOf(code: string, seed: number): Curve {
  const key = `${seed} ${code}`;
  const known = curves.get(key);
  if (known !== undefined) return known;
  const dice = new Dice(seed).split('coin').split(code);
  const wave = (length: number, height: number, name: string) => {
    const begins = dice.split(name).next();
    return (at: number) => height * Math.sin(2 * Math.PI * (at / length + begins));
  };
  const waves = [wave(263, 0.16, 'slow'), wave(37, 0.06, 'fast'), wave(6, 0.02, 'week')];
  const hours = dice.split('hour');
  const curve: Curve = (day, hour) => {
    const jitter = (hours.split(day * 24 + hour).next() - 0.5) / 60;
    return waves.reduce((sum, each) => sum + each(day + hour / 24), jitter);
  };
  curves.set(key, curve);
  return curve;
}

/**
 * The exchange's rate for a coin: how many of it one dollar buys, as decimal text with twelve digits that
 * count. Null: there is no price.
 */
export function rateAt(code: string, day: string, hour: number, seed: number): string | null {
  const price = priceAt(code, day, hour, seed);
  if (price === null) return null;
  if (price === 1) return '1.0';
  return plainDecimal(1 / price);
}

/** A positive number as decimal text without an exponent. */
export function plainDecimal(value: number): string {
  const decimals = Math.max(0, 11 - Math.floor(Math.log10(value)));
  const text = value.toFixed(Math.min(decimals, 100));
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
