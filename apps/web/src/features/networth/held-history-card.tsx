import { formatMoney } from '../../platform/formats.ts';
import { Card } from '../../ui/card.tsx';
import { DayAreaChart } from '../../ui/charts/day-area-chart.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { QueryError } from '../../ui/states.tsx';
import { heldIn } from './held-in.ts';
import { useWorthHistory, type WorthRange } from './networth.api.ts';
import { RangeChoice } from './range-choice.tsx';

/** What some of the accounts held together over time, as the net worth counts them. */
export function HeldHistoryCard({
  ids,
  label,
  range,
  onRange,
}: {
  /** The accounts. */
  ids: readonly string[];
  /** What the line shows. */
  label: string;
  range: WorthRange;
  onRange: (range: WorthRange) => void;
}) {
  const query = useWorthHistory(range);
  const { data, error, isPlaceholderData } = query;
  const points = data && heldIn(data, ids);
  return (
    <Card
      title="Value over time"
      action={<RangeChoice value={range} onChange={onRange} />}
      bodyClass="px-5 pt-4 pb-4 sm:px-6"
    >
      <QueryError what="The history" query={query} stale="mb-3" missing="min-h-68 justify-center" />
      {!points && !error && (
        <>
          <LoadingNote>Loading the history</LoadingNote>
          <Skeleton className="h-60 w-full" />
          <Skeleton className="mt-2 h-8 w-28" />
        </>
      )}
      {points && points.length === 0 && (
        <p className="py-2 text-muted">None of these accounts has a balance that can be counted.</p>
      )}
      {points && points.length > 0 && (
        <div
          aria-busy={isPlaceholderData}
          className={classNames('transition-opacity', isPlaceholderData && 'opacity-55')}
        >
          <DayAreaChart
            label={label}
            valueName="Value"
            points={points}
            format={(value) => formatMoney(value, data?.currency)}
          />
          {points.length === 1 && (
            <p className="mt-2 text-xs text-muted">
              The line begins today: every day that these accounts are synced adds a point.
            </p>
          )}
        </div>
      )}
    </Card>
  );
}
