import { parseDecimal, priceOf, totalInCents, valueInCents } from '@cairn/contract/crypto-value';
import type { Portfolio } from './crypto.api.ts';

/** One currency that is held, with what it is worth. */
export interface HoldingRow {
  readonly code: string;
  readonly name: string;
  /** Without zeros at its end, with thousands separators: `1,000,000.5`. */
  readonly amount: string;
  /** Dollars that one of it costs; null: no price is known. */
  readonly price: number | null;
  /** Dollars; null: listed and not counted. */
  readonly value: number | null;
  /** Of the total, 0 to 1. */
  readonly share: number;
}

/** The holdings as they are shown. */
export interface Holdings {
  /** Dollars. */
  readonly total: number;
  /** From the most to the least valuable. */
  readonly main: readonly HoldingRow[];
  /** Worth less than a dollar each. */
  readonly dust: readonly HoldingRow[];
  readonly notCounted: readonly HoldingRow[];
  readonly cash: readonly HoldingRow[];
}

/** Below this a holding is dust. Cents. */
const dustBelow = 100n;

const dollars = (cents: bigint): number => Number(cents) / 100;

/** What is shown of a portfolio. Values are the contract's rule; nothing is added up in floats. */
export function holdingsOf({ portfolio, cash, prices }: Portfolio): Holdings {
  const total = totalInCents(portfolio, prices);
  const rowOf = ({
    currency: { code, name },
    balance: { amount },
  }: Portfolio['portfolio'][number]) => {
    const cents = valueInCents(amount, priceOf(prices, code));
    return {
      cents,
      row: {
        code,
        name,
        amount: readableAmount(amount),
        price: cents === null ? null : 1 / Number(priceOf(prices, code)),
        value: cents === null ? null : dollars(cents),
        share: cents === null || total <= 0n ? 0 : Number(cents) / Number(total),
      },
    };
  };
  const rows = portfolio.map(rowOf).sort(byValue);
  const of = (wanted: (cents: bigint | null) => boolean) =>
    rows.filter(({ cents }) => wanted(cents)).map(({ row }) => row);
  return {
    total: dollars(total),
    main: of((cents) => cents !== null && cents >= dustBelow),
    dust: of((cents) => cents !== null && cents < dustBelow),
    notCounted: of((cents) => cents === null),
    cash: cash
      .map((held) => ({ ...rowOf(held), said: readableAmount(held.balance.amount, 'as written') }))
      .sort(byValue)
      .map(({ row, said }) => ({ ...row, amount: said })),
  };
}

interface Valued {
  readonly cents: bigint | null;
  readonly row: HoldingRow;
}

function byValue(one: Valued, other: Valued): number {
  const [a, b] = [one.cents ?? -1n, other.cents ?? -1n];
  return a === b ? one.row.code.localeCompare(other.row.code) : a > b ? -1 : 1;
}

/** Exact, only easier to read: thousands separated, and no zeros at the end unless they are wanted. */
export function readableAmount(amount: string, zeros: 'none' | 'as written' = 'none'): string {
  if (parseDecimal(amount) === null) return amount;
  const [whole = '', fraction = ''] = amount.replace('-', '−').split('.');
  const kept = zeros === 'none' ? fraction.replace(/0+$/, '') : fraction;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return kept === '' ? grouped : `${grouped}.${kept}`;
}

/** A price in dollars: to the cent from a dollar on, below that with four digits that count. */
export function readablePrice(price: number): string {
  const style = { style: 'currency', currency: 'USD' } as const;
  const digits = price >= 1 ? {} : { minimumSignificantDigits: 2, maximumSignificantDigits: 4 };
  return new Intl.NumberFormat('en-US', { ...style, ...digits }).format(price);
}

/** A part of the whole: `62.4%`; what is there and rounds to nothing is `<0.1%`. */
export function readableShare(share: number): string {
  if (share > 0 && share < 0.0005) return '<0.1%';
  return `${(share * 100).toFixed(1)}%`;
}
