import { ChartNoAxesCombined, Equal, TrendingDown, TrendingUp } from 'lucide-react';
import { useContext } from 'react';
import { formatMonth, todayHere } from '../../platform/formats.ts';
import { daysOfMonth, firstDays, monthAway } from '../../platform/months.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CurrencyOfTotals } from '../../ui/money.tsx';
import { ProofLink, ProvenMoney } from '../../ui/proven-money.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { NotCounted } from './not-counted.tsx';
import {
  directionOf,
  lastMonthWords,
  type OnTrack,
  onTrackMessage,
  onTrackOf,
  type SpendingDay,
} from './on-track.ts';
import { useCurrentSpending } from './spending.api.ts';
import { SpendingChart } from './spending-chart.tsx';
import { WeekChart } from './week-chart.tsx';
import { weekSums } from './week-sums.ts';

/** As tall as the charts are, so that nothing below moves where there are none. */
const wholeHeight = 'min-h-171.25 lg:min-h-139.25';

/**
 * What was spent this month: the sum, how it stands against last month, by week and by day.
 * `unknown` says that no bank has sent anything yet: then nothing is not zero.
 */
export function SpendingCard({ unknown }: { unknown: boolean }) {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useCurrentSpending();
  if (!data) {
    return (
      <Card aria-label="Spending this month">
        {error ? (
          <ErrorState
            className={classNames('justify-center', wholeHeight)}
            title="Your spending could not be loaded"
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
  // The month of the answer, not of the clock: a page left open over midnight stays right.
  const month = todayHere(new Date(dataUpdatedAt)).slice(0, 7);
  return (
    <Card aria-label="Spending this month">
      {error && (
        <ErrorState
          className="mb-5"
          title="Your spending could not be brought up to date."
          since={dataUpdatedAt}
          retry={() => refetch()}
          retrying={isFetching}
        />
      )}
      <CurrencyOfTotals value={data.currency}>
        <Spending days={data.res} month={month} unknown={unknown} />
      </CurrencyOfTotals>
      <NotCounted count={data.not_counted} className="mt-3" />
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
  const names = {
    current: formatMonth(month, 'name'),
    previous: formatMonth(monthAway(month, -1), 'name'),
  };
  const nothing = days.every(
    ({ currentMonthSum, previousMonthSum }) => !currentMonthSum && previousMonthSum === 0,
  );
  return (
    <div className={classNames('flex flex-col', wholeHeight)}>
      <div className="grid gap-6 lg:grid-cols-[1fr_20rem]">
        <Hero track={nothing ? null : onTrackOf(days)} month={month} unknown={nothing && unknown} />
        {!nothing && <WeekChart weeks={weekSums(days, month)} month={month} months={names} />}
      </div>
      {nothing ? (
        <EmptyState
          icon={ChartNoAxesCombined}
          className="grow justify-center"
          title={unknown ? 'Your transactions are not here yet' : 'No spending yet'}
        >
          Day by day, your spending of this month is drawn here against the last.
        </EmptyState>
      ) : (
        <div className="mt-6 border-t border-line pt-6">
          <SpendingChart days={days} month={month} months={names} />
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
  const currency = useContext(CurrencyOfTotals);
  const direction = track ? directionOf(track) : 'same';
  const Icon = { less: TrendingDown, more: TrendingUp, same: Equal }[direction];
  return (
    <div>
      <h2 className="font-medium text-muted">Spent in {formatMonth(month, 'name')}</h2>
      <p className="mt-1 text-2xl">
        {unknown ? (
          <span className="text-xl font-semibold text-muted">Not known yet</span>
        ) : (
          <ProvenMoney of="spent" period={daysOfMonth(month)} amount={track?.spent ?? 0} hero />
        )}
      </p>
      {track && (
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
            {onTrackMessage(track, currency).replace(`${lastMonthWords}.`, '')}
            <ProofLink
              total={{ of: 'spent', period: firstDays(monthAway(month, -1), track.day) }}
              className="whitespace-nowrap"
            >
              {lastMonthWords}
            </ProofLink>
            .
          </span>
        </p>
      )}
    </div>
  );
}

function Loading() {
  return (
    <>
      <LoadingNote>Loading your spending</LoadingNote>
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
