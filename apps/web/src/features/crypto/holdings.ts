import {
  parseDecimal,
  rateOf,
  totalInCents,
  valueInCents,
} from '@cairn/contract/rules/crypto-value';
import type { Portfolio } from './crypto.api.ts';

/** One holding with its value. */
export interface HoldingRow {
  readonly code: string;
  readonly name: string;
  /** Without trailing zeros, with thousands separators: `1,000,000.5`. */
  readonly amount: string;
  /** In dollars per unit. Null without a known price. */
  readonly price: number | null;
  /** In dollars. Null if the holding is listed but not counted. */
  readonly value: number | null;
  /** Share of the total, 0 to 1. */
  readonly share: number;
}

/** The holdings as they are shown, in separate lists. */
export interface Holdings {
  /** In dollars. */
  readonly total: number;
  /** From the most to the least valuable. */
  readonly main: readonly HoldingRow[];
  /** Worth less than a dollar each. */
  readonly dust: readonly HoldingRow[];
  readonly notCounted: readonly HoldingRow[];
  readonly cash: readonly HoldingRow[];
}

/** Holdings below this value, in cents, are dust. */
const dustLimit = 100n;

const dollars = (cents: bigint): number => Number(cents) / 100;

/** Values a portfolio by the contract's rules, in integers to avoid rounding errors. */
export function valueHoldings({ portfolio, cash, prices: unitsPerDollar }: Portfolio): Holdings {
  const total = totalInCents(portfolio, unitsPerDollar);
  const rowOf = ({
    currency: { code, name },
    balance: { amount },
  }: Portfolio['portfolio'][number]) => {
    const rate = rateOf(unitsPerDollar, code);
    const cents = valueInCents(amount, rate);
    return {
      cents,
      row: {
        code,
        name,
        amount: formatAmount(amount),
        price: cents === null ? null : 1 / Number(rate),
        value: cents === null ? null : dollars(cents),
        share: cents === null || total <= 0n ? 0 : Number(cents) / Number(total),
      },
    };
  };
  const rows = portfolio.map(rowOf).sort(byValue);
  const rowsWhere = (matches: (cents: bigint | null) => boolean) =>
    rows.filter(({ cents }) => matches(cents)).map(({ row }) => row);
  return {
    total: dollars(total),
    main: rowsWhere((cents) => cents !== null && cents >= dustLimit),
    dust: rowsWhere((cents) => cents !== null && cents < dustLimit),
    notCounted: rowsWhere((cents) => cents === null),
    cash: cash
      .map((entry) => ({
        ...rowOf(entry),
        amount: formatAmount(entry.balance.amount, 'as written'),
      }))
      .sort(byValue)
      .map(({ row, amount }) => ({ ...row, amount })),
  };
}

interface ValuedHolding {
  readonly cents: bigint | null;
  readonly row: HoldingRow;
}

function byValue(a: ValuedHolding, b: ValuedHolding): number {
  const [centsA, centsB] = [a.cents ?? -1n, b.cents ?? -1n];
  return centsA === centsB ? a.row.code.localeCompare(b.row.code) : centsA > centsB ? -1 : 1;
}

/** Formats an exact amount with thousands separators, and without trailing zeros unless `as written`. */
export function formatAmount(amount: string, zeros: 'none' | 'as written' = 'none'): string {
  if (parseDecimal(amount) === null) return amount;
  const [whole = '', fraction = ''] = amount.replace('-', '−').split('.');
  const decimals = zeros === 'none' ? fraction.replace(/0+$/, '') : fraction;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === '' ? grouped : `${grouped}.${decimals}`;
}

/** A price in dollars: with cents from one dollar up, otherwise with up to four significant digits. */
export function formatPrice(price: number): string {
  const style = { style: 'currency', currency: 'USD' } as const;
  const digits = price >= 1 ? {} : { minimumSignificantDigits: 2, maximumSignificantDigits: 4 };
  return new Intl.NumberFormat('en-US', { ...style, ...digits }).format(price);
}

/** A share as a percentage, `62.4%`. A positive share that rounds to 0 is `<0.1%`. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.0005) return '<0.1%';
  return `${(share * 100).toFixed(1)}%`;
}
