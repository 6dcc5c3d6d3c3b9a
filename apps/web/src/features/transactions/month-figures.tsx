import { formatMoney } from '../../platform/formats.ts';
import { Card } from '../../ui/card.tsx';
import { type MonthAmount, totalAndAverage } from './month-amounts.ts';
import { MonthBars } from './month-bars.tsx';

/** What months came to: in all, on average, and a bar for each. */
export function MonthFigures({
  months,
  all,
  totalName,
  label,
  note,
}: {
  /** The months that are drawn, oldest first. */
  months: readonly MonthAmount[];
  /** The amounts of every month that counts, also of those that are not drawn. */
  all: readonly number[];
  /** What the sum of them is called. */
  totalName: string;
  label: string;
  note?: string;
}) {
  const { total, average } = totalAndAverage(all);
  return (
    <Card bodyClass="p-5 sm:p-6">
      <dl className="mb-5 flex flex-wrap gap-x-10 gap-y-3">
        <Figure name={totalName} amount={total} />
        <Figure name="Average per month" amount={average} />
      </dl>
      <MonthBars months={months} average={average} label={label} />
      {note && <p className="mt-2 text-xs text-muted">{note}</p>}
    </Card>
  );
}

function Figure({ name, amount }: { name: string; amount: number }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="figures text-lg font-semibold">{formatMoney(amount)}</dd>
    </div>
  );
}
