import { formatMoney } from '../../platform/formats/formats.ts';
import { Card } from '../../ui/card.tsx';
import { DayAreaChart } from '../../ui/charts/day-area-chart.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../ui/feedback/states.tsx';
import { combineBalances } from './combined-balances.ts';
import { type NetWorthRange, useNetWorthHistory } from './networth.api.ts';
import { networthCopy } from './networth.copy.ts';
import { RangeChoice } from './range-choice.tsx';

const copy = networthCopy.combined;

/** The combined balance of some accounts over time, as net worth counts it. */
export function CombinedBalanceCard({
  ids,
  label,
  range,
  onRange,
}: {
  /** Account ids. */
  ids: readonly string[];
  /** The label of the chart. */
  label: string;
  range: NetWorthRange;
  onRange: (range: NetWorthRange) => void;
}) {
  const query = useNetWorthHistory(range);
  const { data, error, isPlaceholderData } = query;
  const points = data && combineBalances(data, ids);
  return (
    <Card
      title={copy.title}
      action={<RangeChoice value={range} onChange={onRange} />}
      bodyClass="px-5 pt-4 pb-4 sm:px-6"
    >
      <QueryError
        subject={copy.subject}
        query={query}
        bannerClass="mb-3"
        errorClass="min-h-68 justify-center"
      />
      {!points && !error && (
        <>
          <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
          <Skeleton className="h-60 w-full" />
          <Skeleton className="mt-2 h-8 w-28" />
        </>
      )}
      {points && points.length === 0 && <p className="py-2 text-muted">{copy.noneCounted}</p>}
      {points && points.length > 0 && (
        <div
          aria-busy={isPlaceholderData}
          className={classNames('transition-opacity', isPlaceholderData && 'opacity-55')}
        >
          <DayAreaChart
            label={label}
            valueName={copy.value}
            points={points}
            format={(value) => formatMoney(value, data?.currency)}
          />
          {points.length === 1 && <p className="mt-2 text-xs text-muted">{copy.startsToday}</p>}
        </div>
      )}
    </Card>
  );
}
