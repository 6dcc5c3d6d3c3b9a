import { formatMoney, moneyParts } from '../platform/formats.ts';
import { classNames } from './class-names.ts';

/**
 * An amount in major units, in tabular figures: `$1,234.56`, negatives with a minus sign.
 *
 * - `hero` sets the cents smaller.
 * - `flow` colours money in: amounts below 0 green, as transactions have it.
 */
export function Money({
  amount,
  currency = 'USD',
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
  const classes = classNames(
    'figures whitespace-nowrap',
    flow && amount < 0 && 'text-money-in',
    className,
  );
  if (!hero) return <span className={classes}>{formatMoney(amount, currency, decimals)}</span>;
  const { whole, cents } = moneyParts(amount, currency, decimals);
  return (
    <span className={classNames('font-semibold tracking-tight', classes)}>
      {whole}
      <span className="text-[0.6em] text-muted">{cents}</span>
    </span>
  );
}
