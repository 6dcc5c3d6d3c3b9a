import { ArrowDownRight, ArrowUpRight, Equal } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../ui/feedback/states.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { lineText, netWorthTrend, sparklineOf, trendText } from './net-worth-trend.ts';
import { type NetWorthHistory, useNetWorthHistory } from './networth.api.ts';
import { networthCopy } from './networth.copy.ts';

const copy = networthCopy.preview;

/** The height of the content in every state, so that nothing below the card moves. */
const contentClass = 'flex min-h-34 flex-col md:min-h-45';

/**
 * The dashboard's net worth: its amount, and its trend over three months.
 *
 * @param neverSynced True while no bank has sent any data yet.
 */
export function NetWorthPreview({ neverSynced }: { neverSynced: boolean }) {
  const query = useNetWorthHistory('3M');
  const { data, error } = query;
  return (
    <Card
      title={networthCopy.netWorth}
      bodyClass="px-5 pb-5 sm:px-6"
      action={
        <Link
          to={paths.netWorth}
          className="py-1 font-medium text-accent hover:underline touch:py-3"
        >
          {copy.open}
        </Link>
      }
    >
      {data ? (
        <>
          <QueryError
            subject={networthCopy.subject}
            query={query}
            bannerClass="mb-3"
            placeholderClass=""
          />
          <Content history={data} neverSynced={neverSynced} />
        </>
      ) : (
        <div className={contentClass}>
          <QueryError
            subject={networthCopy.subject}
            query={query}
            bannerClass=""
            placeholderClass="my-auto px-0! py-0!"
          />
          {!error && <Loading />}
        </div>
      )}
    </Card>
  );
}

function Content({ history, neverSynced }: { history: NetWorthHistory; neverSynced: boolean }) {
  const { points, currency } = history;
  const now = points.at(-1);
  if (!now)
    return (
      <div className={contentClass}>
        <p className="my-auto text-center text-pretty text-muted">
          {neverSynced
            ? copy.waiting
            : history.omitted_count > 0
              ? networthCopy.noneCounted
              : networthCopy.empty}
        </p>
      </div>
    );
  return (
    <div className={contentClass}>
      <p>
        <ProvenMoney of="net_worth" amount={now.net} currency={currency} hero className="text-xl" />
      </p>
      <Trend points={points} currency={currency} />
      {points.length < 2 ? (
        <p className="my-auto text-center text-muted">{copy.noLine}</p>
      ) : (
        <Line points={points} currency={currency} />
      )}
    </div>
  );
}

function Trend({ points, currency }: Pick<NetWorthHistory, 'points' | 'currency'>) {
  const trend = netWorthTrend(points);
  const change = trend?.change ?? 0;
  const Icon = change > 0 ? ArrowUpRight : change < 0 ? ArrowDownRight : Equal;
  return (
    <p className="figures mt-1 flex items-center gap-1.5 text-muted">
      {trend && (
        <Icon
          aria-hidden="true"
          className={classNames('size-4 shrink-0', change > 0 && 'text-money-in')}
        />
      )}
      {trendText(points, currency)}
    </p>
  );
}

function Line({ points, currency }: Pick<NetWorthHistory, 'points' | 'currency'>) {
  const values = sparklineOf(points);
  return (
    <>
      <Sparkline label={lineText(points, currency)} points={values} className="mt-4 min-h-0 grow" />
      {values.some(({ estimated }) => estimated) && (
        <p className="mt-1 text-xs text-muted" aria-hidden="true">
          {copy.estimatedLegend}
        </p>
      )}
    </>
  );
}

function Loading() {
  return (
    <>
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      <Skeleton className="h-8.5 w-44" />
      <Skeleton className="mt-1 h-5 w-40" />
      <Skeleton className="mt-4 grow" />
    </>
  );
}
