import { formatMessage } from '@cairn/contract/text/copy';
import { formatDay, formatMoney } from '../../platform/formats/formats.ts';
import { Card } from '../../ui/card.tsx';
import { DayAreaChart } from '../../ui/charts/day-area-chart.tsx';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../ui/feedback/states.tsx';
import { useCryptoHistory } from './crypto.api.ts';
import { cryptoCopy } from './crypto.copy.ts';

const copy = cryptoCopy.history;

/** The total value of the holdings for each day since they were first fetched. */
export function CryptoHistoryCard() {
  const query = useCryptoHistory();
  const points = query.data?.points;
  const first = points?.[0];
  return (
    <Card title={copy.title} bodyClass="px-5 pt-3 pb-4 sm:px-6">
      <QueryError subject={copy.subject} query={query} bannerClass="mb-3" placeholderClass="py-6" />
      {!points && !query.error && (
        <>
          <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
          <Skeleton className="h-60 w-full" />
        </>
      )}
      {points && points.length < 2 && (
        <p className="py-2 text-muted">
          {first
            ? formatMessage(copy.startsOn, {
                day: formatDay(first.date),
                value: formatMoney(first.value),
              })
            : copy.empty}
        </p>
      )}
      {points && points.length >= 2 && (
        <DayAreaChart
          label={copy.perDay}
          valueName={copy.value}
          points={points.map(({ date, value, kind }) => ({
            date,
            value,
            estimate: kind === 'estimated' ? copy.estimated : undefined,
          }))}
          format={formatMoney}
        />
      )}
    </Card>
  );
}
