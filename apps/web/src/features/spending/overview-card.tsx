import { Link } from 'react-router';
import { monthRange } from '../../domain/months.ts';
import { paths } from '../../paths.ts';
import { formatCount } from '../../platform/formats/formats.ts';
import { Card } from '../../ui/card.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../ui/feedback/states.tsx';
import { TotalsCurrency } from '../../ui/money.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { useBillsTotal, useBudgetItemCount, useCashflow } from './spending.api.ts';
import { spendingCopy } from './spending.copy.ts';

const copy = spendingCopy.overview;

/** A month at a glance: Income, Spent, Bills, and Budget Items. */
export function OverviewCard({ month }: { month: string }) {
  const query = useCashflow();
  const budgetItemCount = useBudgetItemCount();
  const row = query.data?.results.find((result) => result.month === month);
  const period = monthRange(month);
  const bills = useBillsTotal(period);
  return (
    <Card title={copy.title} bodyClass="px-5 pt-2 pb-4 sm:px-6">
      <QueryError
        subject={copy.subject}
        query={query}
        bannerClass="my-2"
        errorClass="min-h-40 justify-center"
      />
      {!query.data && !query.error && (
        <>
          <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
          {placeholderKeys(4).map((key) => (
            <Skeleton key={key} className="my-3 h-6" />
          ))}
        </>
      )}
      {query.data && (
        <TotalsCurrency value={query.data.currency}>
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
        </TotalsCurrency>
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
