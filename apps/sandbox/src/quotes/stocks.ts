import { Dice } from '@cairn/people/random';

/** What a stock is traded for on one day, in dollars. */
export interface DayPrice {
  /** The newest price. */
  current: number;
  open: number;
  high: number;
  low: number;
  /** The newest price of the day before. */
  previousClose: number;
}

/** The stocks that are traded here, each with the price that its own moves around. All of it is made up. */
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

/** Every symbol that is known, in alphabetical order. */
export const symbols: readonly string[] = Object.keys(levels);

/**
 * The price of a day: slow waves around the stock's level, and a throw of each day. It follows from the
 * seed, the symbol and the day alone. Null: there is no such stock.
 */
export function priceOn(symbol: string, day: string, seed: number): DayPrice | null {
  const level = Object.hasOwn(levels, symbol) ? levels[symbol] : undefined;
  if (level === undefined) return null;
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  const dice = new Dice(seed).split(symbol);
  const current = closeOf(level, dice, number);
  const previousClose = closeOf(level, dice, number - 1);
  const ofDay = dice.split('day').split(number);
  const open = cents(previousClose * (0.995 + ofDay.next() / 100));
  return {
    current,
    open,
    high: cents(Math.max(open, current) * (1 + ofDay.next() / 100)),
    low: cents(Math.min(open, current) * (1 - ofDay.next() / 100)),
    previousClose,
  };
}

function closeOf(level: number, dice: Dice, day: number): number {
  const wave = (length: number, height: number, key: string) =>
    height * Math.sin(2 * Math.PI * (day / length + dice.split(key).next()));
  const jitter = (dice.split('close').split(day).next() - 0.5) / 40;
  return cents(level * (1 + wave(181, 0.09, 'slow') + wave(29, 0.03, 'fast') + jitter));
}

const cents = (price: number): number => Math.round(price * 100) / 100;
