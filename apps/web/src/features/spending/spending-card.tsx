import { formatMessage } from '@cairn/contract/text/copy';
import { ChartNoAxesCombined, Equal, TrendingDown, TrendingUp } from 'lucide-react';
import { useContext } from 'react';
import { addMonths, monthRange, monthStartRange } from '../../domain/months.ts';
import { formatMonth, localToday } from '../../platform/formats/formats.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Message } from '../../ui/message.tsx';
import { TotalsCurrency } from '../../ui/money.tsx';
import { ProofLink, ProvenMoney } from '../../ui/proven-money.tsx';
import { SpendingChart } from './charts/spending-chart.tsx';
import { WeekChart } from './charts/week-chart.tsx';
import { weeklyTotals } from './charts/weekly-totals.ts';
import { NotCountedNote } from './not-counted-note.tsx';
import {
  compareWithLastMonth,
  type OnTrack,
  onTrackMessage,
  type SpendingDay,
  spendingDirection,
} from './on-track.ts';
import { useCurrentSpending } from './spending.api.ts';
import { spendingCopy } from './spending.copy.ts';

const copy = spendingCopy.thisMonth;

/** The height of the card with charts, so that nothing below it moves in other states. */
const fullHeight = 'min-h-171.25 lg:min-h-139.25';

/**
 * This month's spending: the total, the comparison with last month, and charts by week and by day.
 *
 * @param unknown True while no bank has sent any data yet. Then an empty month is not shown as zero.
 */
export function SpendingCard({ unknown }: { unknown: boolean }) {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useCurrentSpending();
  if (!data) {
    return (
      <Card aria-label={copy.label}>
        {error ? (
          <ErrorState
            className={classNames('justify-center', fullHeight)}
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
    <Card aria-label={copy.label}>
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
        <Spending days={data.res} month={month} unknown={unknown} />
      </TotalsCurrency>
      <NotCountedNote count={data.omitted_count} className="mt-3" />
    </Card>
  );
}

function Spending({
  days,
  month,
  unknown,
}: {
  days: readonly SpendingDay[];
  month: string;
  unknown: boolean;
}) {
  const monthNames = {
    current: formatMonth(month, 'name'),
    previous: formatMonth(addMonths(month, -1), 'name'),
  };
  const isEmpty = days.every(
    ({ currentMonthSum, previousMonthSum }) => !currentMonthSum && previousMonthSum === 0,
  );
  return (
    <div className={classNames('flex flex-col', fullHeight)}>
      <div className="grid gap-6 lg:grid-cols-[1fr_20rem]">
        <Hero
          track={isEmpty ? null : compareWithLastMonth(days)}
          month={month}
          unknown={isEmpty && unknown}
        />
        {!isEmpty && (
          <WeekChart weeks={weeklyTotals(days, month)} month={month} months={monthNames} />
        )}
      </div>
      {isEmpty ? (
        <EmptyState
          icon={ChartNoAxesCombined}
          className="grow justify-center"
          title={unknown ? copy.waitingTitle : copy.emptyTitle}
        >
          {copy.empty}
        </EmptyState>
      ) : (
        <div className="mt-6 border-t border-line pt-6">
          <SpendingChart days={days} month={month} months={monthNames} />
        </div>
      )}
    </div>
  );
}

function Hero({
  track,
  month,
  unknown,
}: {
  track: OnTrack | null;
  /** `YYYY-MM`. */
  month: string;
  unknown: boolean;
}) {
  const currency = useContext(TotalsCurrency);
  const direction = track ? spendingDirection(track) : 'same';
  const message = track && onTrackMessage(track, currency);
  const Icon = { less: TrendingDown, more: TrendingUp, same: Equal }[direction];
  return (
    <div>
      <h2 className="font-medium text-muted">
        {formatMessage(spendingCopy.spentIn, { month: formatMonth(month, 'name') })}
      </h2>
      <p className="mt-1 text-2xl">
        {unknown ? (
          <span className="text-xl font-semibold text-muted">{copy.unknownAmount}</span>
        ) : (
          <ProvenMoney of="spent" period={monthRange(month)} amount={track?.spent ?? 0} hero />
        )}
      </p>
      {track && message && (
        <p className="figures mt-3 flex items-start gap-2.5 text-pretty">
          <span
            className={
              direction === 'more'
                ? 'grid size-6 shrink-0 place-items-center rounded-full bg-attention-soft text-attention'
                : 'grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-accent'
            }
          >
            <Icon aria-hidden="true" className="size-3.5" strokeWidth={2.25} />
          </span>
          <span className="max-w-[34ch] pt-0.5">
            <Message
              text={message.text}
              values={{
                amount: message.amount,
                lastMonth: (
                  <ProofLink
                    total={{
                      of: 'spent',
                      period: monthStartRange(addMonths(month, -1), track.day),
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
      )}
    </div>
  );
}

function Loading() {
  return (
    <>
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      <div className="grid gap-6 lg:grid-cols-[1fr_20rem]">
        <div>
          <Skeleton className="h-5 w-36" />
          <Skeleton className="mt-2 h-10 w-52" />
          <Skeleton className="mt-3 h-6 w-64 max-w-full" />
        </div>
        <Skeleton className="h-51" />
      </div>
      <div className="mt-6 border-t border-line pt-6">
        <Skeleton className="h-66" />
        <Skeleton className="mt-2 h-8 w-28" />
      </div>
    </>
  );
}
