import { dayAt, isWeekend, parseDay } from '../calendar/calendar.ts';
import { investmentValue } from './balance-models.ts';

/** A fictional security that an investment account can hold. */
export interface LifeSecurity {
  key: string;
  name: string;
  ticker: string | null;
  /** The aggregator's security type. */
  type: 'cash' | 'equity' | 'etf' | 'fixed income' | 'mutual fund';
}

/** A holding in one security. Amounts are in minor units of the account's currency. */
export interface LifeHolding {
  security: LifeSecurity;
  /** At most three decimals. For cash, major units. */
  quantity: number;
  /** Price per unit, and its trading day (ISO). */
  price: number;
  priceDay: string;
  value: number;
  /** Total cost basis. Null if the institution does not know it. */
  cost: number | null;
}

interface TradedSecurity extends LifeSecurity {
  /** Price at the start of 2026, minor units, and its growth in percent a year. */
  startPrice: number;
  growth: number;
  /** The average purchase date (ISO). */
  purchaseDay: string;
}

const tradedSecurity = (
  key: string,
  name: string,
  type: LifeSecurity['type'],
  [startPrice, growth]: readonly [number, number],
  purchaseDay: string,
): TradedSecurity => ({ key, name, type, ticker: key, startPrice, growth, purchaseDay });

const wholeMarket = tradedSecurity(
  'ALDM',
  'Alder Total Market ETF',
  'etf',
  [28_412, 15],
  '2023-05-12',
);
const worldExUs = tradedSecurity(
  'QWIX',
  'Quillon World ex-US Index',
  'etf',
  [6_384, 9],
  '2023-09-08',
);
const bonds = tradedSecurity(
  'HRBD',
  'Harbor Core Bond Fund',
  'mutual fund',
  [1_042, -2],
  '2022-03-18',
);
const target2045 = tradedSecurity(
  'BRT45',
  'Brightwell Target 2045',
  'mutual fund',
  [2_517, 11],
  '2022-08-05',
);
const smallCap = tradedSecurity(
  'TWSC',
  'Tidewater Small Companies',
  'mutual fund',
  [3_890, 8],
  '2024-01-26',
);
const treasuryNotes = tradedSecurity(
  'GPTN',
  'Granite Peak Treasury Notes',
  'fixed income',
  [9_875, 1],
  '2024-06-14',
);
const utility = tradedSecurity(
  'AVPL',
  'Alder Valley Power & Light',
  'equity',
  [8_260, 6],
  '2024-02-23',
);
const railroad = tradedSecurity(
  'NGRR',
  'Northgate Railroads',
  'equity',
  [21_735, 18],
  '2023-11-17',
);
const paperMaker = tradedSecurity(
  'CPPR',
  'Copperfield Paper',
  'equity',
  [3_148, -14],
  '2024-04-19',
);

const cash: LifeSecurity = { key: 'cash', name: 'US Dollar', ticker: null, type: 'cash' };

/** The share of each security in an account, in percent. The remainder is cash. */
type Allocation = readonly (readonly [TradedSecurity, number])[];
const brokerageAllocation: Allocation = [
  [wholeMarket, 41],
  [worldExUs, 17],
  [railroad, 14],
  [utility, 11],
  [treasuryNotes, 9],
  [paperMaker, 5],
];
const retirementAllocation: Allocation = [
  [target2045, 54],
  [wholeMarket, 22],
  [smallCap, 12],
  [bonds, 9],
];

/**
 * Returns an investment account's holdings on a day (ISO). Their values add up to the balance `current` (minor units)
 * exactly. The allocation depends on the account, and the prices on the day.
 */
export function holdingsOf(
  { subtype, current }: { subtype: string; current: number | null },
  day: string,
): LifeHolding[] {
  if (current === null || current === 0) return [];
  const priceDay = lastTradingDay(day);
  const allocation = subtype === 'brokerage' ? brokerageAllocation : retirementAllocation;
  const invested = allocation.flatMap(([security, percent]): LifeHolding[] => {
    const price = priceOn(security, priceDay);
    // Only funds can be held in fractions.
    const unitsPerShare = security.type === 'equity' ? 1 : 1_000;
    const quantity =
      Math.floor(((current * percent) / 100 / price) * unitsPerShare) / unitsPerShare;
    if (quantity <= 0) return [];
    const { key, name, ticker, type } = security;
    return [
      {
        security: { key, name, ticker, type },
        quantity,
        price,
        priceDay,
        value: Math.round(quantity * price),
        // Employer plans do not report a cost basis.
        cost:
          subtype === '401k'
            ? null
            : Math.round(quantity * priceOn(security, security.purchaseDay)),
      },
    ];
  });
  const cashValue = invested.reduce((remainder, { value }) => remainder - value, current);
  if (cashValue === 0) return invested;
  return [
    ...invested,
    {
      security: cash,
      quantity: cashValue / 100,
      price: 100,
      priceDay: day,
      value: cashValue,
      cost: null,
    },
  ];
}

const priceOn = ({ startPrice, growth }: TradedSecurity, day: string): number =>
  investmentValue(startPrice, growth)(parseDay(day));

/** Returns the latest day up to `day` on which the market was open. */
function lastTradingDay(day: string): string {
  let tradingDay = parseDay(day);
  while (isWeekend(tradingDay)) tradingDay = dayAt(tradingDay.number - 1);
  return tradingDay.iso;
}
