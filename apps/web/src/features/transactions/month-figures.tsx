import { formatCount } from '../../platform/formats.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { type MonthAmount, totalAndAverage } from './month-amounts.ts';
import { MonthBars } from './month-bars.tsx';

/** What months came to: in all, on average, and a bar for each. */
export function MonthFigures({
  months,
  all,
  totalName,
  label,
  notCounted,
}: {
  /** The months that are drawn, oldest first. */
  months: readonly MonthAmount[];
  /** The amounts of every month that counts, also of those that are not drawn. */
  all: readonly number[];
  /** What the sum of them is called. */
  totalName: string;
  label: string;
  /** How many transactions of these months the amounts leave out. */
  notCounted: number;
}) {
  const { total, average } = totalAndAverage(all);
  return (
    <Card bodyClass="p-5 sm:p-6">
      <dl className="mb-5 flex flex-wrap gap-x-10 gap-y-3">
        <Figure name={totalName} amount={total} />
        <Figure name="Average per month" amount={average} />
      </dl>
      <MonthBars months={months} average={average} label={label} />
      {notCounted > 0 && (
        <p className="figures mt-2 text-xs text-muted">
          {formatCount(notCounted)} of these transactions {notCounted === 1 ? 'is' : 'are'} not
          counted.
        </p>
      )}
    </Card>
  );
}

function Figure({ name, amount }: { name: string; amount: number }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="text-lg font-semibold">
        <Money amount={amount} />
      </dd>
    </div>
  );
}
