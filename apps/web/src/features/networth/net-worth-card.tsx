import { formatPlural } from '@cairn/contract/text/copy';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/feedback/states.tsx';
import { comparedPoints, selectPoint } from './net-worth-changes.ts';
import { NetWorthChangesList } from './net-worth-changes-list.tsx';
import { NetWorthChart } from './net-worth-chart.tsx';
import { NetWorthTotal, SideTotal } from './net-worth-totals.tsx';
import { type NetWorthHistory, type NetWorthRange, useNetWorthHistory } from './networth.api.ts';
import { networthCopy } from './networth.copy.ts';
import { RangeChoice } from './range-choice.tsx';

/** Net worth now and over time, and the accounts that changed it most. */
export function NetWorthCard({
  range,
  onRange,
  groupLabel,
  nameOf,
  pathOf,
}: {
  range: NetWorthRange;
  onRange: (range: NetWorthRange) => void;
  /** The display name of a group of accounts. */
  groupLabel: (group: string) => string;
  /** The display name of an account, by id. */
  nameOf: (id: string) => string;
  /** The path of an account's page, by id. */
  pathOf: (id: string) => string;
}) {
  const query = useNetWorthHistory(range);
  const { data, error, isPlaceholderData } = query;
  const hasPoints = data !== undefined && data.points.length > 0;
  return (
    <Card aria-label={networthCopy.overTime}>
      <QueryError
        subject={networthCopy.subject}
        query={query}
        bannerClass="mb-5"
        placeholderClass="min-h-80 justify-center"
      />
      {!data && !error && <Loading />}
      {data && !hasPoints && (
        <EmptyState
          icon={Scale}
          title={networthCopy.emptyTitle}
          className="min-h-80 justify-center"
          action={<ButtonLink to={paths.link}>{networthCopy.linkBank}</ButtonLink>}
        >
          {data.omitted_count > 0 ? networthCopy.noneCounted : networthCopy.empty}
        </EmptyState>
      )}
      {data && hasPoints && (
        <>
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
            <Totals history={data} />
            <RangeChoice value={range} onChange={onRange} />
          </div>
          <div
            aria-busy={isPlaceholderData}
            className={classNames('mt-6 transition-opacity', isPlaceholderData && 'opacity-55')}
          >
            {/* The selection refers to these points, so it resets with them. */}
            <Comparison
              key={`${range} ${data.points[0]?.date}`}
              history={data}
              groupLabel={groupLabel}
              nameOf={nameOf}
              pathOf={pathOf}
            />
          </div>
        </>
      )}
    </Card>
  );
}

function Totals({ history: { points, currency, omitted_count } }: { history: NetWorthHistory }) {
  const now = points.at(-1);
  if (!now) return null;
  return (
    <div>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <NetWorthTotal amount={now.net} currency={currency} />
        <SideTotal side="assets" amount={now.assets} currency={currency} />
        <SideTotal side="debts" amount={now.debts} currency={currency} />
      </div>
      {omitted_count > 0 && (
        <p className="mt-2 text-xs text-attention">
          {formatPlural(omitted_count, networthCopy.notCounted)}
        </p>
      )}
    </div>
  );
}

/** The chart, and the changes between its two selected points. */
function Comparison({
  history,
  groupLabel,
  nameOf,
  pathOf,
}: {
  history: NetWorthHistory;
  groupLabel: (group: string) => string;
  nameOf: (id: string) => string;
  pathOf: (id: string) => string;
}) {
  const [picked, setPicked] = useState<readonly number[]>([]);
  const compared = comparedPoints(picked, history.points.length);
  return (
    <>
      <NetWorthChart
        history={history}
        groupLabel={groupLabel}
        compared={compared}
        onSelect={(index) => setPicked(selectPoint(picked, index))}
      />
      <NetWorthChangesList
        history={history}
        compared={compared}
        picked={picked.length > 0}
        nameOf={nameOf}
        pathOf={pathOf}
        onReset={() => setPicked([])}
      />
    </>
  );
}

function Loading() {
  return (
    <>
      <LoadingAnnouncement>{networthCopy.loading}</LoadingAnnouncement>
      <div className="flex flex-wrap justify-between gap-4">
        <Skeleton className="h-14 w-72 max-w-full" />
        <Skeleton className="h-10 w-64 max-w-full" />
      </div>
      <Skeleton className="mt-6 h-80 w-full" />
      <Skeleton className="mt-8 h-40 w-full" />
    </>
  );
}
