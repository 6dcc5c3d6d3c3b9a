import { formatMoney } from '../../platform/formats.ts';
import { Card } from '../../ui/card.tsx';
import { DayAreaChart } from '../../ui/charts/day-area-chart.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { QueryError } from '../../ui/states.tsx';
import { useCryptoHistory } from './crypto.api.ts';

/** What the holdings were worth, day by day. */
export function CryptoHistoryCard() {
  const query = useCryptoHistory();
  const points = query.data?.points;
  return (
    <Card title="Value over time" bodyClass="px-5 pt-3 pb-4 sm:px-6">
      <QueryError what="The history" query={query} stale="mb-3" missing="py-6" />
      {!points && !query.error && (
        <>
          <LoadingNote>Loading the history</LoadingNote>
          <Skeleton className="h-60 w-full" />
        </>
      )}
      {points && points.length < 2 && (
        <p className="py-2 text-muted">
          The history begins today: each day adds a point, also while you are away.
        </p>
      )}
      {points && points.length >= 2 && (
        <DayAreaChart
          label="Total value per day"
          valueName="Value"
          points={points}
          format={formatMoney}
        />
      )}
    </Card>
  );
}
