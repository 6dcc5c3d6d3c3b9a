import { ChartPie } from 'lucide-react';
import { monthRange } from '../../domain/months.ts';
import { localToday } from '../../platform/formats/formats.ts';
import { Card, cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/feedback/states.tsx';
import { TotalsCurrency } from '../../ui/money.tsx';
import { ProvenMoney, useOpenProof } from '../../ui/proven-money.tsx';
import { CategoryTable } from './category-table.tsx';
import { CashflowCard } from './charts/cashflow-card.tsx';
import { CategoryDonut } from './charts/category-donut.tsx';
import { MonthComparison } from './month-comparison.tsx';
import { NotCountedNote } from './not-counted-note.tsx';
import { OverviewCard } from './overview-card.tsx';
import { type SpendingMonth, useSpendingMonth } from './spending.api.ts';
import { spendingCopy } from './spending.copy.ts';
import { comparisonPeriodLabel } from './trend-labels.ts';

const copy = spendingCopy.byCategory;

/** One month's spending by category, compared with the month before, with overview and cash flow. */
export function MonthlySpending({ month, thisMonth }: { month: string; thisMonth: string }) {
  const query = useSpendingMonth(month);
  const { data, error, isPlaceholderData } = query;
  const before = comparisonPeriodLabel(month, thisMonth);
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-12">
      <div className="flex min-w-0 flex-col gap-6 lg:col-span-8">
        <QueryError
          subject={copy.subject}
          query={query}
          bannerClass=""
          errorClass={classNames(cardClass, 'min-h-100 justify-center')}
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
            <TotalsCurrency value={data.currency}>
              <ByCategory data={data} month={month} before={before} />
              {data.data.length > 0 && (
                <MonthComparison
                  groups={data.data}
                  month={month}
                  today={localToday(new Date(query.dataUpdatedAt))}
                  before={before}
                />
              )}
            </TotalsCurrency>
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
  data: { data: groups, total, refunds, omitted_count },
  month,
  before,
}: {
  data: SpendingMonth;
  month: string;
  before: string;
}) {
  const openProof = useOpenProof();
  const period = monthRange(month);
  if (groups.length === 0 && refunds === 0) {
    return (
      <Card title={copy.title}>
        <EmptyState icon={ChartPie} title={copy.emptyTitle}>
          {copy.empty}
        </EmptyState>
        <NotCountedNote count={omitted_count} className="text-center" />
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
        <NotCountedNote count={omitted_count} className="mt-4 text-center" />
      </div>
      <CategoryTable groups={groups} refunds={refunds} period={period} before={before} />
    </Card>
  );
}

function Loading() {
  return (
    <Card title={copy.title}>
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      <Skeleton className="mx-auto aspect-square w-full max-w-64 rounded-full" />
      <div className="mt-6">
        {placeholderKeys(8).map((key) => (
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
