import { formatMessage } from '@cairn/contract/text/copy';
import { ChartNoAxesCombined, Equal, TrendingDown, TrendingUp } from 'lucide-react';
import { lazy, Suspense, useContext } from 'react';
import { addMonths, monthRange, monthStartRange } from '../../domain/months.ts';
import { loadChunk } from '../../platform/browser/chunk-loading.ts';
import { formatMonth, localToday } from '../../platform/formats/formats.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Message } from '../../ui/message.tsx';
import { TotalsCurrency } from '../../ui/money.tsx';
import { ProofLink, ProvenMoney } from '../../ui/proven-money.tsx';
import { NotCountedNote } from './not-counted-note.tsx';
import {
  compareWithLastMonth,
  onTrackMessage,
  type SpendingComparison,
  type SpendingDay,
  spendingDirection,
} from './on-track.ts';
import { useCurrentSpending } from './spending.api.ts';
import { spendingCopy } from './spending.copy.ts';
import { chartsGridClass } from './this-month-layout.ts';

const copy = spendingCopy.thisMonth;

const ThisMonthCharts = lazy(() => loadChunk(() => import('./this-month-charts.tsx')));

/** The height of the content with charts, so that nothing below it moves in other states. */
const fullHeight = 'min-h-155.5 touch:min-h-161.5 md:min-h-119 md:touch:min-h-122';

/**
 * This month's spending: the total, the comparison with last month, and charts by week and by day.
 * The numbers don't wait for the code of the charts.
 *
 * @param neverSynced True while no bank has sent any data yet. Then an empty month is not shown as zero.
 */
export function SpendingCard({
  neverSynced,
  className,
}: {
  neverSynced: boolean;
  className?: string;
}) {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useCurrentSpending();
  if (!data) {
    return (
      <Card aria-label={copy.label} className={className}>
        {error ? (
          <ErrorState
            className="min-h-80 justify-center md:min-h-119"
            title={copy.loadFailed}
            detail={error.message}
            retry={() => refetch()}
            retrying={isFetching}
          />
        ) : (
          <Loading />
        )}
      </Card>
    );
  }
  // The month of the response, not of the clock, so that a page left open past midnight stays consistent.
  const month = localToday(new Date(dataUpdatedAt)).slice(0, 7);
  return (
    <Card aria-label={copy.label} className={className}>
      {error && (
        <ErrorState
          className="mb-5"
          title={copy.refreshFailed}
          since={dataUpdatedAt}
          retry={() => refetch()}
          retrying={isFetching}
        />
      )}
      <TotalsCurrency value={data.currency}>
        <Spending
          days={data.res}
          month={month}
          omittedCount={data.omitted_count}
          neverSynced={neverSynced}
        />
      </TotalsCurrency>
    </Card>
  );
}

function Spending({
  days,
  month,
  omittedCount,
  neverSynced,
}: {
  days: readonly SpendingDay[];
  month: string;
  omittedCount: number;
  neverSynced: boolean;
}) {
  const isEmpty = days.every(
    ({ currentMonthSum, previousMonthSum }) => !currentMonthSum && previousMonthSum === 0,
  );
  const comparison = isEmpty ? null : compareWithLastMonth(days);
  return (
    <div className={classNames('flex flex-col', fullHeight)}>
      <div className="flex items-start justify-between gap-8">
        <Hero spent={comparison?.spent ?? 0} month={month} isUnknown={isEmpty && neverSynced} />
        {comparison && (
          <LastMonth
            comparison={comparison}
            month={month}
            total={days.at(-1)?.previousMonthSum ?? 0}
          />
        )}
      </div>
      {comparison && <OnTrackMessage comparison={comparison} month={month} />}
      {isEmpty ? (
        <>
          <EmptyState
            icon={ChartNoAxesCombined}
            className="grow justify-center"
            title={neverSynced ? copy.waitingTitle : copy.emptyTitle}
          >
            {copy.empty}
          </EmptyState>
          <NotCountedNote count={omittedCount} />
        </>
      ) : (
        <div className="mt-6">
          <Suspense fallback={<ChartsPlaceholder />}>
            <ThisMonthCharts days={days} month={month} omittedCount={omittedCount} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

function Hero({
  spent,
  month,
  isUnknown,
}: {
  spent: number;
  /** `YYYY-MM`. */
  month: string;
  isUnknown: boolean;
}) {
  return (
    <div className="min-w-0 grow">
      <h2 className="font-medium text-muted">
        {formatMessage(spendingCopy.spentIn, { month: formatMonth(month, 'name') })}
      </h2>
      <p className="mt-1 min-h-12.5 text-2xl">
        {isUnknown ? (
          <span className="text-xl font-semibold text-muted">{copy.unknownAmount}</span>
        ) : (
          <ProvenMoney of="spent" period={monthRange(month)} amount={spent} hero />
        )}
      </p>
    </div>
  );
}

/** Whether this month's spending is below or above last month's. */
function OnTrackMessage({ comparison, month }: { comparison: SpendingComparison; month: string }) {
  const currency = useContext(TotalsCurrency);
  const direction = spendingDirection(comparison);
  const message = onTrackMessage(comparison, currency);
  const Icon = { less: TrendingDown, more: TrendingUp, same: Equal }[direction];
  return (
    <p className="figures mt-3 flex min-h-11 items-start gap-2.5 text-pretty md:min-h-7.5">
      <span
        className={classNames(
          'grid size-6 shrink-0 place-items-center rounded-full',
          direction === 'more' ? 'bg-attention-soft text-attention' : 'bg-accent-soft text-accent',
        )}
      >
        <Icon aria-hidden="true" className="size-3.5" strokeWidth={2.25} />
      </span>
      <span className="pt-0.5">
        <Message
          text={message.text}
          values={{
            amount: message.amount,
            lastMonth: (
              <ProofLink
                total={{
                  of: 'spent',
                  period: monthStartRange(addMonths(month, -1), comparison.day),
                }}
                className="whitespace-nowrap"
              >
                {spendingCopy.onTrack.lastMonth}
              </ProofLink>
            ),
          }}
        />
      </span>
    </p>
  );
}

/** Last month's spending up to the same day, and its total. On a phone, only the chart shows them. */
function LastMonth({
  comparison,
  month,
  total,
}: {
  comparison: SpendingComparison;
  month: string;
  total: number;
}) {
  const previous = addMonths(month, -1);
  const name = formatMonth(previous, 'name');
  return (
    <dl className="hidden shrink-0 gap-x-8 text-right md:flex">
      <div>
        <dt className="text-xs text-muted">
          {formatMessage(copy.previousByThisDay, { month: name })}
        </dt>
        <dd className="mt-1">
          <ProvenMoney
            of="spent"
            period={monthStartRange(previous, comparison.day)}
            amount={comparison.lastMonth}
            className="font-semibold"
          />
        </dd>
      </div>
      <div>
        <dt className="text-xs text-muted">{formatMessage(copy.previousTotal, { month: name })}</dt>
        <dd className="mt-1">
          <ProvenMoney
            of="spent"
            period={monthRange(previous)}
            amount={total}
            className="font-semibold"
          />
        </dd>
      </div>
    </dl>
  );
}

function Loading() {
  return (
    <div className={fullHeight}>
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      <Skeleton className="h-5 w-36" />
      <Skeleton className="mt-1 mb-1.5 h-11 w-52" />
      <div className="mt-3 min-h-11 md:min-h-7.5">
        <Skeleton className="h-6 w-64 max-w-full" />
      </div>
      <div className="mt-6">
        <ChartsPlaceholder />
      </div>
    </div>
  );
}

/** As high as the two charts with their table buttons. */
function ChartsPlaceholder() {
  return (
    <div className={chartsGridClass}>
      <div>
        <Skeleton className="h-52 md:h-74" />
        <div className="mt-2 h-8 touch:h-11" />
      </div>
      <div>
        <Skeleton className="mt-5 h-35 md:h-69" />
        <div className="mt-2 h-8 touch:h-11" />
      </div>
    </div>
  );
}
