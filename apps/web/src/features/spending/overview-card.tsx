import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { formatCount } from '../../platform/formats.ts';
import { daysOfMonth } from '../../platform/months.ts';
import { Card } from '../../ui/card.tsx';
import { CurrencyOfTotals } from '../../ui/money.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { LoadingNote, placeholders, Skeleton } from '../../ui/skeleton.tsx';
import { QueryError } from '../../ui/states.tsx';
import { useBills, useBudgetItems, useCashflow } from './spending.api.ts';
import { spendingCopy } from './spending.copy.ts';

const copy = spendingCopy.overview;

/** A month at a glance: Income, Spent, Bills, and Budget Items. */
export function OverviewCard({ month }: { month: string }) {
  const query = useCashflow();
  const budgetItemCount = useBudgetItems();
  const row = query.data?.results.find((result) => result.month === month);
  const period = daysOfMonth(month);
  const bills = useBills(period);
  return (
    <Card title={copy.title} bodyClass="px-5 pt-2 pb-4 sm:px-6">
      <QueryError
        what={copy.subject}
        query={query}
        stale="my-2"
        missing="min-h-40 justify-center"
      />
      {!query.data && !query.error && (
        <>
          <LoadingNote>{copy.loading}</LoadingNote>
          {placeholders(4).map((key) => (
            <Skeleton key={key} className="my-3 h-6" />
          ))}
        </>
      )}
      {query.data && (
        <CurrencyOfTotals value={query.data.currency}>
          <dl>
            <Line name={spendingCopy.income}>
              <ProvenMoney
                of="income"
                period={period}
                amount={row?.income ?? 0}
                className={row && row.income > 0 ? 'text-money-in' : ''}
              />
            </Line>
            <Line name={spendingCopy.spent}>
              <ProvenMoney of="spent" period={period} amount={row?.spent ?? 0} />
            </Line>
            <Line name={copy.bills}>
              <ProvenMoney of="bills" period={period} amount={bills ?? 0} />
            </Line>
            <Line name={copy.budgetItems}>
              <Link to={paths.budget} className="figures hover:underline">
                {formatCount(budgetItemCount ?? 0)}
              </Link>
            </Line>
          </dl>
        </CurrencyOfTotals>
      )}
    </Card>
  );
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 not-last:border-b border-line">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
