import { Area, LinePath } from '@visx/shape';
import { formatDay, formatMoney } from '../../platform/formats.ts';
import { valueAxis } from '../../ui/charts/chart-scale.ts';
import { ChartSurface, type Plot } from '../../ui/charts/chart-surface.tsx';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import { DayLabels } from '../../ui/charts/day-labels.tsx';
import { PointedPlace } from '../../ui/charts/pointed-place.tsx';
import { ValueAxisLines, valueScale } from '../../ui/charts/value-axis-lines.tsx';
import type { AccountHistory } from './accounts.api.ts';

type Point = AccountHistory['data'][number];

/** An account's balance day by day as an area, and the same as a table. */
export function BalanceChart({
  points,
  gaps,
  currency,
}: {
  /** At least one, oldest first. */
  points: readonly Point[];
  gaps: AccountHistory['gaps'];
  currency: string;
}) {
  const gapOn = new Map(gaps.map(({ date, amount }) => [date, amount]));
  const describe = (index: number) => {
    const point = points[index];
    if (!point) return '';
    const gap = gapOn.get(point.date);
    const words = `${formatDay(point.date)}: ${formatMoney(point.balance, currency)}`;
    return gap === undefined
      ? words
      : `${words}, ${formatMoney(Math.abs(gap), currency)} unexplained`;
  };
  return (
    <>
      <ChartSurface
        label="Balance per day"
        height={240}
        axisWidth={48}
        spread="points"
        count={points.length}
        home={points.length - 1}
        describe={describe}
        tooltip={(index) => <p className="figures font-medium">{describe(index)}</p>}
      >
        {(plot) => <Drawing points={points} gapDays={new Set(gapOn.keys())} plot={plot} />}
      </ChartSurface>
      <ChartTable
        className="mt-2"
        caption="Balance per day"
        columns={['Day', 'Balance']}
        rows={points
          .map(({ date, balance }) => ({
            name: formatDay(date),
            values: [formatMoney(balance, currency)],
          }))
          .reverse()}
      />
    </>
  );
}

function Drawing({
  points,
  gapDays,
  plot,
}: {
  points: readonly Point[];
  gapDays: ReadonlySet<string>;
  plot: Plot;
}) {
  const { width, height, x, active } = plot;
  const axis = valueAxis(points.map(({ balance }) => balance));
  const y = valueScale(axis, height);
  const data = points.map(({ date, balance }, index) => ({ date, x: x(index), y: y(balance) }));
  const pointed = active === null ? undefined : data[active];
  const [only] = data;
  return (
    <>
      <Area
        data={data}
        x={(point) => point.x}
        y0={y(0)}
        y1={(point) => point.y}
        fill="var(--accent)"
        fillOpacity={0.13}
      />
      <ValueAxisLines axis={axis} width={width} height={height} />
      <LinePath
        data={data}
        x={(point) => point.x}
        y={(point) => point.y}
        stroke="var(--accent)"
        strokeWidth={2}
        strokeLinejoin="round"
      />
      {data.length === 1 && only && <circle cx={only.x} cy={only.y} r={5} fill="var(--accent)" />}
      {data
        .filter(({ date }) => gapDays.has(date))
        .map((point) => (
          <circle
            key={point.date}
            cx={point.x}
            cy={point.y}
            r={4.5}
            fill="var(--surface)"
            stroke="var(--attention)"
            strokeWidth={2}
          />
        ))}
      <DayLabels days={points.map(({ date }) => date)} plot={plot} />
      {pointed && <PointedPlace x={pointed.x} y={pointed.y} height={height} />}
    </>
  );
}
