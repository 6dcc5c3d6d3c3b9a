import { SeededRandom } from '@cairn/people/calendar/seeded-random';

/** A stock's prices on one day, in dollars. */
export interface DayPrice {
  /** The latest price. */
  current: number;
  open: number;
  high: number;
  low: number;
  /** The closing price of the day before. */
  previousClose: number;
}

/** The stocks, each with the level that its made-up price moves around. */
const levels: Readonly<Record<string, number>> = {
  AAPL: 214,
  AMD: 148,
  AMZN: 192,
  'BRK.B': 436,
  COST: 862,
  DIS: 101,
  GOOGL: 171,
  JNJ: 158,
  JPM: 208,
  KO: 66,
  META: 512,
  MSFT: 428,
  NFLX: 684,
  NVDA: 124,
  PG: 168,
  TSLA: 232,
  V: 274,
  WMT: 72,
  XOM: 114,
};

/** Every symbol, in alphabetical order. */
export const symbols: readonly string[] = Object.keys(levels);

/**
 * Returns a day's price: slow waves around the stock's level, plus daily noise. It depends only on the seed,
 * the symbol, and the day. Null for an unknown symbol.
 */
export function priceOn(symbol: string, day: string, seed: number): DayPrice | null {
  const level = Object.hasOwn(levels, symbol) ? levels[symbol] : undefined;
  if (level === undefined) return null;
  const dayNumber = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  const random = new SeededRandom(seed).split(symbol);
  const current = closeOf(level, random, dayNumber);
  const previousClose = closeOf(level, random, dayNumber - 1);
  const dayRandom = random.split('day').split(dayNumber);
  const open = roundToCents(previousClose * (0.995 + dayRandom.next() / 100));
  return {
    current,
    open,
    high: roundToCents(Math.max(open, current) * (1 + dayRandom.next() / 100)),
    low: roundToCents(Math.min(open, current) * (1 - dayRandom.next() / 100)),
    previousClose,
  };
}

function closeOf(level: number, random: SeededRandom, day: number): number {
  const wave = (length: number, height: number, key: string) =>
    height * Math.sin(2 * Math.PI * (day / length + random.split(key).next()));
  const jitter = (random.split('close').split(day).next() - 0.5) / 40;
  return roundToCents(level * (1 + wave(181, 0.09, 'slow') + wave(29, 0.03, 'fast') + jitter));
}

const roundToCents = (price: number): number => Math.round(price * 100) / 100;
