import { createContext, useContext } from 'react';
import { formatMoney, moneyParts } from '../platform/formats.ts';
import { classNames } from './class-names.ts';

/** The currency of every `Money` below that does not name its own: that of the totals shown there. */
export const CurrencyOfTotals = createContext('USD');

/** Writes amounts, in a sentence or a chart, in the currency of the totals. */
export function useFormatTotal(): (amount: number, decimals?: 0 | 2) => string {
  const currency = useContext(CurrencyOfTotals);
  return (amount, decimals = 2) => formatMoney(amount, currency, decimals);
}

/** As `useFormatTotal` answers it. */
export type FormatTotal = ReturnType<typeof useFormatTotal>;

/**
 * An amount in major units, in tabular figures: `$1,234.56`, negatives with a minus sign.
 *
 * - `hero` sets the cents smaller.
 * - `flow` colours money in: amounts below 0 green, as transactions have it.
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
  const ofTotals = useContext(CurrencyOfTotals);
  const shown = currency ?? ofTotals;
  const classes = classNames(
    'figures whitespace-nowrap',
    flow && amount < 0 && 'text-money-in',
    className,
  );
  if (!hero) return <span className={classes}>{formatMoney(amount, shown, decimals)}</span>;
  const { whole, cents } = moneyParts(amount, shown, decimals);
  return (
    <span className={classNames('font-semibold tracking-tight', classes)}>
      {whole}
      <span className="text-[0.6em] text-muted">{cents}</span>
    </span>
  );
}
