import { ChartColumn } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { LoadingAnnouncement, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../../ui/feedback/states.tsx';
import { TotalsCurrency } from '../../../ui/money.tsx';
import { NotCountedNote } from '../not-counted-note.tsx';
import { isCashflowEmpty, useCashflow } from '../spending.api.ts';
import { spendingCopy } from '../spending.copy.ts';
import { CashflowChart } from './cashflow-chart.tsx';

const copy = spendingCopy.cashFlow;

/** Income and spending of the last 12 months. `chartHeight` is in px. */
export function CashflowCard({ chartHeight = 220 }: { chartHeight?: number }) {
  const query = useCashflow();
  const { data, error } = query;
  const isEmpty = isCashflowEmpty(data);
  return (
    <Card title={copy.title} action={data && !isEmpty && <ColorKey />}>
      <QueryError
        subject={copy.subject}
        query={query}
        bannerClass="mb-5"
        placeholderClass="min-h-64 justify-center"
      />
      {!data && !error && (
        <>
          <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
          <Skeleton style={{ height: chartHeight }} />
          <Skeleton className="mt-2 h-8 w-28" />
        </>
      )}
      {data && isEmpty && (
        <EmptyState icon={ChartColumn} title={copy.emptyTitle}>
          {copy.empty}
        </EmptyState>
      )}
      {data && !isEmpty && (
        <TotalsCurrency value={data.currency}>
          <CashflowChart months={data.results} height={chartHeight} />
          <NotCountedNote count={data.omitted_count} className="mt-1" />
        </TotalsCurrency>
      )}
    </Card>
  );
}

/** The colors of a month's two bars. */
function ColorKey() {
  return (
    <p className="flex gap-4 text-xs text-muted">
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-sm bg-money-in" />
        {spendingCopy.income}
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-sm bg-muted" />
        {spendingCopy.spent}
      </span>
    </p>
  );
}
