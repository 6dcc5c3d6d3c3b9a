import { formatCount } from '../../platform/formats.ts';
import { daysOfMonth } from '../../platform/months.ts';
import type { ProvenTotal } from '../../platform/proof-address.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { ProofLink } from '../../ui/proven-money.tsx';
import { type MonthAmount, monthsWithoutBar, totalAndAverage } from './month-amounts.ts';
import { MonthBars, type ProofOfMonths } from './month-bars.tsx';

/** What months came to: in all, on average, and a bar for each. */
export function MonthFigures({
  months,
  all,
  totalName,
  label,
  notCounted,
  proofOf,
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
  /** What the months, and all of them together, are proved by; without it they are not. */
  proofOf?: ProofOfMonths;
}) {
  const { total, average } = totalAndAverage(all);
  return (
    <Card bodyClass="p-5 sm:p-6">
      <dl className="mb-5 flex flex-wrap gap-x-10 gap-y-3">
        <Figure
          name={totalName}
          amount={total}
          proof={proofOf && { ...proofOf, ...periodOf(months) }}
        />
        <Figure name="Average per month" amount={average} />
      </dl>
      <MonthBars months={months} average={average} label={label} proofOf={proofOf} />
      {all.length > months.length && (
        <p className="figures mt-2 text-xs text-muted">{monthsWithoutBar(all.length, months)}</p>
      )}
      {notCounted > 0 && (
        <p className="figures mt-2 text-xs text-muted">
          {formatCount(notCounted)} of these transactions {notCounted === 1 ? 'is' : 'are'} not
          counted.
        </p>
      )}
    </Card>
  );
}

/** From the first day of the first month to the last of the last. */
function periodOf(months: readonly MonthAmount[]): Pick<ProvenTotal, 'period'> {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return {};
  return { period: { from: daysOfMonth(first.month).from, to: daysOfMonth(last.month).to } };
}

function Figure({
  name,
  amount,
  proof,
}: {
  name: string;
  amount: number;
  proof?: ProvenTotal | undefined;
}) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="text-lg font-semibold">
        {proof ? (
          <ProofLink total={proof}>
            <Money amount={amount} />
          </ProofLink>
        ) : (
          <Money amount={amount} />
        )}
      </dd>
    </div>
  );
}
