import { Area, LinePath } from '@visx/shape';
import { formatDay, formatMoney } from '../../platform/formats.ts';
import { Card } from '../../ui/card.tsx';
import { valueAxis } from '../../ui/charts/chart-scale.ts';
import { ChartSurface, type Plot } from '../../ui/charts/chart-surface.tsx';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import { ValueAxisLines, valueScale } from '../../ui/charts/value-axis-lines.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { QueryError } from '../../ui/states.tsx';
import { type CryptoPoint, useCryptoHistory } from './crypto.api.ts';

const height = 220;

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
          <Skeleton className="h-55 w-full" />
        </>
      )}
      {points && points.length < 2 && (
        <p className="py-2 text-muted">
          The history begins today: each day adds a point, also while you are away.
        </p>
      )}
      {points && points.length >= 2 && <HistoryChart points={points} />}
    </Card>
  );
}

function HistoryChart({ points }: { points: readonly CryptoPoint[] }) {
  const words = (index: number) => {
    const point = points[index];
    return point ? `${formatDay(point.date)}: ${formatMoney(point.value)}` : '';
  };
  return (
    <>
      <ChartSurface
        label="Total value per day"
        height={height}
        axisWidth={48}
        spread="points"
        count={points.length}
        home={points.length - 1}
        describe={words}
        tooltip={(index) => <p className="figures font-medium">{words(index)}</p>}
      >
        {(plot) => <Drawing points={points} plot={plot} />}
      </ChartSurface>
      <ChartTable
        className="mt-2"
        caption="Total value per day"
        columns={['Day', 'Value']}
        rows={points
          .map(({ date, value }) => ({ name: formatDay(date), values: [formatMoney(value)] }))
          .reverse()}
      />
    </>
  );
}

function Drawing({ points, plot }: { points: readonly CryptoPoint[]; plot: Plot }) {
  const { width, height: plotHeight, x, active } = plot;
  const axis = valueAxis(points.map(({ value }) => value));
  const y = valueScale(axis, plotHeight);
  const data = points.map(({ value }, index) => ({ x: x(index), y: y(value) }));
  const pointed = data[active ?? data.length - 1];
  const first = points[0];
  const last = points.at(-1);
  return (
    <>
      <Area
        data={data}
        x={(point) => point.x}
        y0={y(0)}
        y1={(point) => point.y}
        fill="var(--accent)"
        fillOpacity={0.1}
      />
      <ValueAxisLines axis={axis} width={width} height={plotHeight} />
      <LinePath
        data={data}
        x={(point) => point.x}
        y={(point) => point.y}
        stroke="var(--accent)"
        strokeWidth={2}
        strokeLinejoin="round"
      />
      {pointed && (
        <circle
          cx={pointed.x}
          cy={pointed.y}
          r={5}
          fill="var(--accent)"
          stroke="var(--surface)"
          strokeWidth={2}
        />
      )}
      {first && last && (
        <>
          <text x={0} y={plotHeight + 18} fill="var(--muted)">
            {formatDay(first.date)}
          </text>
          <text x={width} y={plotHeight + 18} fill="var(--muted)" textAnchor="end">
            {formatDay(last.date)}
          </text>
        </>
      )}
    </>
  );
}
