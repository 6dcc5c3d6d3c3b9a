import { Scale } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { useWorthHistory, type WorthHistory, type WorthRange } from './networth.api.ts';
import { RangeChoice } from './range-choice.tsx';
import { endsOf, pick } from './worth-changes.ts';
import { WorthChangesList } from './worth-changes-list.tsx';
import { WorthChart } from './worth-chart.tsx';
import { NetTotal, SideTotal } from './worth-totals.tsx';

/** What is owned less what is owed, now and over time, and what changed it. */
export function WorthCard({
  range,
  onRange,
  groupLabel,
  nameOf,
  pathOf,
}: {
  range: WorthRange;
  onRange: (range: WorthRange) => void;
  /** What a group of accounts is called. */
  groupLabel: (group: string) => string;
  /** An account's name by its id. */
  nameOf: (id: string) => string;
  /** And where it is shown. */
  pathOf: (id: string) => string;
}) {
  const query = useWorthHistory(range);
  const { data, error, isPlaceholderData } = query;
  const hasPoints = data !== undefined && data.points.length > 0;
  return (
    <Card aria-label="Net worth over time">
      <QueryError
        what="Your net worth"
        query={query}
        stale="mb-5"
        missing="min-h-80 justify-center"
      />
      {!data && !error && <Loading />}
      {data && !hasPoints && (
        <EmptyState
          icon={Scale}
          title="Nothing to add up yet"
          className="min-h-80 justify-center"
          action={<ButtonLink to={paths.link}>Link a bank</ButtonLink>}
        >
          {data.not_counted > 0
            ? 'None of your accounts has a balance that can be counted.'
            : 'What you own and what you owe stands here as soon as a bank is linked.'}
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
            {/* What was picked is of these points. */}
            <Compared
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

function Totals({ history: { points, currency, not_counted } }: { history: WorthHistory }) {
  const now = points.at(-1);
  if (!now) return null;
  return (
    <div>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <NetTotal amount={now.net} currency={currency} />
        <SideTotal name="Assets" amount={now.assets} currency={currency} />
        <SideTotal name="Debts" amount={now.debts} currency={currency} />
      </div>
      {not_counted > 0 && (
        <p className="mt-2 text-xs text-attention">
          {not_counted === 1 ? '1 account is' : `${not_counted} accounts are`} not counted; each
          says why below.
        </p>
      )}
    </div>
  );
}

/** The chart, and what changed between the two of its points that are compared. */
function Compared({
  history,
  groupLabel,
  nameOf,
  pathOf,
}: {
  history: WorthHistory;
  groupLabel: (group: string) => string;
  nameOf: (id: string) => string;
  pathOf: (id: string) => string;
}) {
  const [picked, setPicked] = useState<readonly number[]>([]);
  const ends = endsOf(picked, history.points.length);
  return (
    <>
      <WorthChart
        history={history}
        groupLabel={groupLabel}
        ends={ends}
        onPick={(index) => setPicked(pick(picked, index))}
      />
      <WorthChangesList
        history={history}
        ends={ends}
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
      <LoadingNote>Loading your net worth</LoadingNote>
      <div className="flex flex-wrap justify-between gap-4">
        <Skeleton className="h-14 w-72 max-w-full" />
        <Skeleton className="h-10 w-64 max-w-full" />
      </div>
      <Skeleton className="mt-6 h-80 w-full" />
      <Skeleton className="mt-8 h-40 w-full" />
    </>
  );
}
