import { ChartPie } from 'lucide-react';
import { todayHere } from '../../platform/formats.ts';
import { daysOfMonth } from '../../platform/months.ts';
import { Card, cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CurrencyOfTotals } from '../../ui/money.tsx';
import { ProvenMoney, useOpenProof } from '../../ui/proven-money.tsx';
import { LoadingNote, placeholders, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { CashflowCard } from './cashflow-card.tsx';
import { CategoryDonut } from './category-donut.tsx';
import { CategoryTable } from './category-table.tsx';
import { MonthComparison } from './month-comparison.tsx';
import { NotCounted } from './not-counted.tsx';
import { OverviewCard } from './overview-card.tsx';
import { type SpendingMonth, useSpendingMonth } from './spending.api.ts';
import { spendingCopy } from './spending.copy.ts';
import { comparedWith } from './trend-words.ts';

const copy = spendingCopy.byCategory;

/** One month's spending by category, compared with the month before, with overview and cash flow. */
export function SpendingOfMonth({ month, thisMonth }: { month: string; thisMonth: string }) {
  const query = useSpendingMonth(month);
  const { data, error, isPlaceholderData } = query;
  const before = comparedWith(month, thisMonth);
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-12">
      <div className="flex min-w-0 flex-col gap-6 lg:col-span-8">
        <QueryError
          what={copy.subject}
          query={query}
          stale=""
          missing={classNames(cardClass, 'min-h-100 justify-center')}
        />
        {!data && !error && <Loading />}
        {data && (
          <div
            aria-busy={isPlaceholderData}
            className={classNames(
              'flex flex-col gap-6 transition-opacity duration-150',
              isPlaceholderData && 'opacity-55',
            )}
          >
            <CurrencyOfTotals value={data.currency}>
              <ByCategory data={data} month={month} before={before} />
              {data.data.length > 0 && (
                <MonthComparison
                  groups={data.data}
                  month={month}
                  today={todayHere(new Date(query.dataUpdatedAt))}
                  before={before}
                />
              )}
            </CurrencyOfTotals>
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-6 lg:col-span-4">
        <OverviewCard month={month} />
        <CashflowCard />
      </div>
    </div>
  );
}

function ByCategory({
  data: { data: groups, total, refunds, not_counted },
  month,
  before,
}: {
  data: SpendingMonth;
  month: string;
  before: string;
}) {
  const openProof = useOpenProof();
  const period = daysOfMonth(month);
  if (groups.length === 0 && refunds === 0) {
    return (
      <Card title={copy.title}>
        <EmptyState icon={ChartPie} title={copy.emptyTitle}>
          {copy.empty}
        </EmptyState>
        <NotCounted count={not_counted} className="text-center" />
      </Card>
    );
  }
  return (
    <Card title={copy.title} bodyClass="pb-3">
      <div className="px-5 py-6 sm:px-6">
        {groups.length > 0 && (
          <CategoryDonut
            // A new month starts without a selected slice.
            key={month}
            rows={groups}
            middle={
              <>
                <p className="text-xs text-muted">{spendingCopy.spent}</p>
                <p className="text-lg">
                  <ProvenMoney
                    of="spent"
                    period={period}
                    amount={total}
                    className="font-semibold"
                  />
                </p>
              </>
            }
            onOpen={({ name }) => openProof({ of: 'category', key: name, period })}
          />
        )}
        <NotCounted count={not_counted} className="mt-4 text-center" />
      </div>
      <CategoryTable groups={groups} refunds={refunds} period={period} before={before} />
    </Card>
  );
}

function Loading() {
  return (
    <Card title={copy.title}>
      <LoadingNote>{copy.loading}</LoadingNote>
      <Skeleton className="mx-auto aspect-square w-full max-w-64 rounded-full" />
      <div className="mt-6">
        {placeholders(8).map((key) => (
          <div key={key} className="flex items-center gap-3 border-b border-line py-2.5">
            <Skeleton className="size-9 rounded-lg" />
            <Skeleton className="h-4 w-36" />
            <Skeleton className="ml-auto h-4 w-20" />
          </div>
        ))}
      </div>
    </Card>
  );
}
