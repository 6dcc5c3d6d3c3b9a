import { ChartColumn } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { CurrencyOfTotals } from '../../ui/money.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { CashflowChart } from './cashflow-chart.tsx';
import { NotCounted } from './not-counted.tsx';
import { useCashflow } from './spending.api.ts';

/** Income against spending of the last 12 months. */
export function CashflowCard() {
  const query = useCashflow();
  const { data, error } = query;
  const nothing = data?.results.every(({ spent, income }) => spent === 0 && income === 0);
  return (
    <Card title="Cash flow" action={data && !nothing && <Key />}>
      <QueryError
        what="Your cash flow"
        query={query}
        stale="mb-5"
        missing="min-h-64 justify-center"
      />
      {!data && !error && (
        <>
          <LoadingNote>Loading your cash flow</LoadingNote>
          <Skeleton className="h-55" />
          <Skeleton className="mt-2 h-8 w-28" />
        </>
      )}
      {data && nothing && (
        <EmptyState icon={ChartColumn} title="No income or spending yet">
          Each month's income and spending will stand here side by side.
        </EmptyState>
      )}
      {data && !nothing && (
        <CurrencyOfTotals value={data.currency}>
          <CashflowChart months={data.results} />
          <NotCounted count={data.not_counted} className="mt-1" />
        </CurrencyOfTotals>
      )}
    </Card>
  );
}

/** What the two bars of a month are. */
function Key() {
  return (
    <p className="flex gap-4 text-xs text-muted">
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-sm bg-money-in" />
        Income
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-sm bg-muted" />
        Spent
      </span>
    </p>
  );
}
