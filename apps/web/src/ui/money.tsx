import { createContext, useContext } from 'react';
import { formatMoney, moneyParts } from '../platform/formats/formats.ts';
import { classNames } from './class-names.ts';

/** The currency of the totals on a screen, and of every `Money` without a `currency`. */
export const TotalsCurrency = createContext('USD');

/** Returns a function that formats amounts in the currency of the totals. */
export function useFormatTotal(): (amount: number, decimals?: 0 | 2) => string {
  const currency = useContext(TotalsCurrency);
  return (amount, decimals = 2) => formatMoney(amount, currency, decimals);
}

/** The function that `useFormatTotal` returns. */
export type FormatTotal = ReturnType<typeof useFormatTotal>;

/** True for a transaction amount that is money in (negative) and doesn't round to zero. */
const isMoneyIn = (amount: number, decimals: number): boolean =>
  Number(amount.toFixed(decimals)) < 0;

/** A transaction amount as text: `$12.00` for money out, `+$12.00` for money in, which is negative. */
export function formatSignedMoney(amount: number, currency = 'USD'): string {
  return isMoneyIn(amount, 2)
    ? `+${formatMoney(-amount, currency)}`
    : formatMoney(amount, currency);
}

/**
 * An amount in major units, in tabular figures: `$1,234.56`, negatives with a minus sign.
 *
 * - `hero` makes the cents smaller.
 * - `flow` is for transaction amounts, where money in is negative: it is shown as `+$1,234.56` in
 *   green. Balances and totals don't use it.
 */
export function Money({
  amount,
  currency,
  hero = false,
  flow = false,
  decimals = 2,
  className,
}: {
  amount: number;
  currency?: string;
  hero?: boolean;
  flow?: boolean;
  decimals?: 0 | 2;
  className?: string;
}) {
  const totalsCurrency = useContext(TotalsCurrency);
  const isIncoming = flow && isMoneyIn(amount, decimals);
  const sign = isIncoming ? '+' : '';
  const { whole, cents } = moneyParts(
    isIncoming ? -amount : amount,
    currency ?? totalsCurrency,
    decimals,
  );
  const classes = classNames('figures whitespace-nowrap', isIncoming && 'text-money-in', className);
  if (!hero) return <span className={classes}>{`${sign}${whole}${cents}`}</span>;
  return (
    <span className={classNames('font-semibold tracking-tight', classes)}>
      {`${sign}${whole}`}
      <span className="text-[0.6em] text-muted">{cents}</span>
    </span>
  );
}
