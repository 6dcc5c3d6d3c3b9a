import { dayAt, isWeekend, parseDay } from './calendar.ts';
import { invested } from './values.ts';

/** Something that an investment account can hold. None of them is traded anywhere. */
export interface LifeSecurity {
  key: string;
  name: string;
  ticker: string | null;
  /** In the aggregator's words. */
  type: 'cash' | 'equity' | 'etf' | 'fixed income' | 'mutual fund';
}

/** What an investment account holds of one security. Money: minor units of the account's currency. */
export interface LifePosition {
  security: LifeSecurity;
  /** With at most three decimals; of cash, major units. */
  quantity: number;
  /** Of one, and the trading day (ISO) that it is of. */
  price: number;
  priceDay: string;
  value: number;
  /** What was paid for all of it; null: the institution does not know. */
  cost: number | null;
}

interface Traded extends LifeSecurity {
  /** Worth at the start of 2026, minor units, and how much that grows in a year, in percent. */
  worth: number;
  growth: number;
  /** When it was bought, on average: an ISO day. */
  bought: string;
}

const traded = (
  key: string,
  name: string,
  type: LifeSecurity['type'],
  [worth, growth]: readonly [number, number],
  bought: string,
): Traded => ({ key, name, type, ticker: key, worth, growth, bought });

const wholeMarket = traded('ALDM', 'Alder Total Market ETF', 'etf', [28_412, 15], '2023-05-12');
const abroad = traded('QWIX', 'Quillon World ex-US Index', 'etf', [6_384, 9], '2023-09-08');
const bonds = traded('HRBD', 'Harbor Core Bond Fund', 'mutual fund', [1_042, -2], '2022-03-18');
const target = traded('BRT45', 'Brightwell Target 2045', 'mutual fund', [2_517, 11], '2022-08-05');
const small = traded('TWSC', 'Tidewater Small Companies', 'mutual fund', [3_890, 8], '2024-01-26');
const notes = traded(
  'GPTN',
  'Granite Peak Treasury Notes',
  'fixed income',
  [9_875, 1],
  '2024-06-14',
);
const power = traded('AVPL', 'Alder Valley Power & Light', 'equity', [8_260, 6], '2024-02-23');
const rails = traded('NGRR', 'Northgate Railroads', 'equity', [21_735, 18], '2023-11-17');
const paper = traded('CPPR', 'Copperfield Paper', 'equity', [3_148, -14], '2024-04-19');

const cash: LifeSecurity = { key: 'cash', name: 'US Dollar', ticker: null, type: 'cash' };

/** Hundredths of an account in each; what is left of it is cash. */
type Mix = readonly (readonly [Traded, number])[];
const brokerage: Mix = [
  [wholeMarket, 41],
  [abroad, 17],
  [rails, 14],
  [power, 11],
  [notes, 9],
  [paper, 5],
];
const retirement: Mix = [
  [target, 54],
  [wholeMarket, 22],
  [small, 12],
  [bonds, 9],
];

/**
 * What an investment account holds on a day (ISO), so that the values add up to its balance `current` exactly;
 * `current` and money in general are minor units. What is bought follows from the account, prices from the day.
 */
export function positionsOf(
  { subtype, current }: { subtype: string; current: number | null },
  day: string,
): LifePosition[] {
  if (current === null || current === 0) return [];
  const priced = tradingDayUpTo(day);
  const mix = subtype === 'brokerage' ? brokerage : retirement;
  const bought = mix.flatMap(([security, hundredths]): LifePosition[] => {
    const price = priceOf(security, priced);
    // Shares are bought whole, of funds there are parts.
    const parts = security.type === 'equity' ? 1 : 1_000;
    const quantity = Math.floor(((current * hundredths) / 100 / price) * parts) / parts;
    if (quantity <= 0) return [];
    const { key, name, ticker, type } = security;
    return [
      {
        security: { key, name, ticker, type },
        quantity,
        price,
        priceDay: priced,
        value: Math.round(quantity * price),
        // A plan of an employer knows what things are worth, not what they cost.
        cost: subtype === '401k' ? null : Math.round(quantity * priceOf(security, security.bought)),
      },
    ];
  });
  const rest = bought.reduce((left, { value }) => left - value, current);
  if (rest === 0) return bought;
  const held = { quantity: rest / 100, price: 100, priceDay: day, value: rest, cost: null };
  return [...bought, { security: cash, ...held }];
}

const priceOf = ({ worth, growth }: Traded, day: string): number =>
  invested(worth, growth)(parseDay(day));

/** Prices are those of the last day that the market was open. */
function tradingDayUpTo(day: string): string {
  let at = parseDay(day);
  while (isWeekend(at)) at = dayAt(at.number - 1);
  return at.iso;
}
