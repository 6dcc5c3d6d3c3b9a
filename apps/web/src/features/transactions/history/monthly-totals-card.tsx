import { formatPlural } from '@cairn/contract/text/copy';
import { monthRange } from '../../../domain/months.ts';
import type { ProvenTotal } from '../../../domain/proof-params.ts';
import { Card } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';
import { ProofLink } from '../../../ui/proven-money.tsx';
import { transactionsCopy } from '../transactions.copy.ts';
import { hiddenMonthsNote, type MonthAmount, totalAndAverage } from './month-amounts.ts';
import { MonthBars, type MonthlyProof } from './month-bars.tsx';

/** Monthly totals: their sum, their average, and a bar for each month. */
export function MonthlyTotalsCard({
  months,
  all,
  totalName,
  label,
  uncountedCount,
  proofOf,
}: {
  /** The months that are drawn, oldest first. */
  months: readonly MonthAmount[];
  /** The amounts of every month that counts, including those without a bar. */
  all: readonly number[];
  /** The label of the sum. */
  totalName: string;
  label: string;
  /** How many transactions of these months are not counted. */
  uncountedCount: number;
  /** The proof that the sum and each month open. If omitted, the amounts are plain text. */
  proofOf?: MonthlyProof;
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
        <Figure name={transactionsCopy.monthlyTotals.average} amount={average} />
      </dl>
      <MonthBars months={months} average={average} label={label} proofOf={proofOf} />
      {all.length > months.length && (
        <p className="figures mt-2 text-xs text-muted">{hiddenMonthsNote(all.length, months)}</p>
      )}
      {uncountedCount > 0 && (
        <p className="figures mt-2 text-xs text-muted">
          {formatPlural(uncountedCount, transactionsCopy.monthlyTotals.notCounted)}
        </p>
      )}
    </Card>
  );
}

/** The period from the first day of the first month to the last day of the last month. */
function periodOf(months: readonly MonthAmount[]): Pick<ProvenTotal, 'period'> {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return {};
  return { period: { from: monthRange(first.month).from, to: monthRange(last.month).to } };
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
