import { formatMessage } from '@cairn/contract/text/copy';
import { ChartPie } from 'lucide-react';
import { monthRange } from '../../domain/months.ts';
import { paths } from '../../paths.ts';
import { formatMonth } from '../../platform/formats/formats.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/feedback/states.tsx';
import { TotalsCurrency } from '../../ui/money.tsx';
import { ProvenMoney, useOpenProof } from '../../ui/proven-money.tsx';
import { CategoryTable } from './category-table.tsx';
import { CashflowCard } from './charts/cashflow-card.tsx';
import { CategoryDonut } from './charts/category-donut.tsx';
import { NotCountedNote } from './not-counted-note.tsx';
import { OverviewCard } from './overview-card.tsx';
import {
  isCashflowEmpty,
  type SpendingMonth,
  useCashflow,
  useSpendingMonth,
} from './spending.api.ts';
import { spendingCopy } from './spending.copy.ts';
import { TrendCard } from './trend-card.tsx';
import { comparisonPeriodLabel } from './trend-labels.ts';

const copy = spendingCopy.byCategory;

/** One month's spending by category compared with the month before, its overview, the cash flow, and the trend. */
export function MonthlySpending({ month, thisMonth }: { month: string; thisMonth: string }) {
  const query = useSpendingMonth(month);
  const { data, error } = query;
  const comparisonPeriod = comparisonPeriodLabel(month, thisMonth);
  return (
    // The table is beside the donut and the overview, which together are about as high as it is.
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
      {error && data && (
        <div className="lg:col-span-8">
          <QueryError subject={copy.subject} query={query} bannerClass="" placeholderClass="" />
        </div>
      )}
      {error && !data && (
        <Card title={copy.title} className="lg:col-span-8">
          <QueryError
            subject={copy.subject}
            query={query}
            bannerClass=""
            placeholderClass="min-h-64 justify-center"
          />
        </Card>
      )}
      {!data && !error && <Loading />}
      {data && (
        <TotalsCurrency value={data.currency}>
          <ByCategory
            data={data}
            busy={query.isPlaceholderData}
            month={month}
            comparisonPeriod={comparisonPeriod}
          />
        </TotalsCurrency>
      )}
      <div className="min-w-0 lg:col-span-4">
        <OverviewCard month={month} />
      </div>
      <div className="min-w-0 lg:col-span-12">
        <CashflowCard />
      </div>
      <div className="min-w-0 lg:col-span-12">
        <TrendCard month={month} />
      </div>
    </div>
  );
}

/** The donut, and the table of its categories. */
function ByCategory({
  data: { data: groups, total, refunds, omitted_count },
  busy,
  month,
  comparisonPeriod,
}: {
  data: SpendingMonth;
  /** True while another month loads. */
  busy: boolean;
  month: string;
  comparisonPeriod: string;
}) {
  const openProof = useOpenProof();
  const period = monthRange(month);
  // If the last 12 months have no transactions, and not only this month, probably no bank is linked.
  const hasNoData = isCashflowEmpty(useCashflow().data);
  const fade = classNames('min-w-0 transition-opacity duration-150', busy && 'opacity-55');
  if (groups.length === 0 && refunds === 0) {
    return (
      <Card title={copy.title} aria-busy={busy} className={classNames(fade, 'lg:col-span-8')}>
        <EmptyState
          icon={ChartPie}
          title={formatMessage(copy.emptyTitle, { month: formatMonth(month) })}
          action={hasNoData && <ButtonLink to={paths.link}>{copy.linkBank}</ButtonLink>}
        >
          {copy.empty}
        </EmptyState>
        <NotCountedNote count={omitted_count} className="text-center" />
      </Card>
    );
  }
  return (
    <>
      <Card title={copy.title} aria-busy={busy} className={classNames(fade, 'lg:col-span-4')}>
        {groups.length > 0 && (
          <CategoryDonut
            // A new month starts without a selected slice.
            key={month}
            rows={groups}
            center={
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
      </Card>
      <Card
        aria-busy={busy}
        className={classNames(fade, 'lg:col-span-8 lg:row-span-2')}
        bodyClass="pt-1 pb-3"
      >
        <CategoryTable
          groups={groups}
          otherRefunds={refunds}
          period={period}
          comparisonPeriod={comparisonPeriod}
        />
      </Card>
    </>
  );
}

function Loading() {
  return (
    <>
      <Card title={copy.title} className="lg:col-span-4">
        <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
        <Skeleton className="mx-auto aspect-square w-full max-w-64 rounded-full" />
      </Card>
      <Card className="lg:col-span-8 lg:row-span-2">
        {placeholderKeys(9).map((key) => (
          <div key={key} className="flex items-center gap-3 border-b border-line py-2.5">
            <Skeleton className="size-9 rounded-lg" />
            <Skeleton className="h-4 w-36" />
            <Skeleton className="ml-auto h-4 w-20" />
          </div>
        ))}
      </Card>
    </>
  );
}
