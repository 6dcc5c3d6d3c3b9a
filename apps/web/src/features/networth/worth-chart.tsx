import { Area, LinePath } from '@visx/shape';
import { formatDay, formatMoney } from '../../platform/formats.ts';
import { ChartLabel } from '../../ui/charts/chart-label.tsx';
import { valueAxis } from '../../ui/charts/chart-scale.ts';
import { ChartSurface, type Plot } from '../../ui/charts/chart-surface.tsx';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import { DayLabels } from '../../ui/charts/day-labels.tsx';
import { PointedPlace } from '../../ui/charts/pointed-place.tsx';
import { ValueAxisLines, valueScale } from '../../ui/charts/value-axis-lines.tsx';
import type { WorthPoint } from './networth.api.ts';

/**
 * Assets above zero and debts below it as areas, the net worth as a line between, and the same as a
 * table. A press, or Enter on the place that the arrow keys went to, picks a point.
 */
export function WorthChart({
  points,
  currency,
  ends,
  onPick,
}: {
  /** At least one, oldest first. */
  points: readonly WorthPoint[];
  currency: string;
  /** The points between which is compared. */
  ends: { from: number; to: number };
  onPick: (index: number) => void;
}) {
  const money = (amount: number) => formatMoney(amount, currency, 0);
  const describe = (index: number) => {
    const point = points[index];
    if (!point) return '';
    const { date, net, assets, debts } = point;
    return `${formatDay(date)}: net worth ${money(net)}, assets ${money(assets)}, debts ${money(debts)}`;
  };
  return (
    <>
      <ChartSurface
        label="Net worth over time"
        height={300}
        axisWidth={56}
        spread="points"
        count={points.length}
        home={points.length - 1}
        describe={describe}
        onPick={onPick}
        tooltip={(index) => <Tooltip point={points[index]} money={money} />}
      >
        {(plot) => <Drawing points={points} ends={ends} plot={plot} />}
      </ChartSurface>
      <ChartTable
        className="mt-2"
        caption="Net worth over time"
        columns={['Day', 'Assets', 'Debts', 'Net']}
        rows={points
          .map(({ date, assets, debts, net }) => ({
            name: formatDay(date),
            values: [assets, debts, net].map((amount) => formatMoney(amount, currency)),
          }))
          .reverse()}
      />
    </>
  );
}

/** Where a point is drawn: its x, and the y of each of its values. */
interface Place {
  readonly x: number;
  readonly assets: number;
  readonly debts: number;
  readonly net: number;
}
const atX = ({ x }: Place) => x;

function Drawing({
  points,
  ends,
  plot,
}: {
  points: readonly WorthPoint[];
  ends: { from: number; to: number };
  plot: Plot;
}) {
  const { width, height, x, active } = plot;
  const axis = valueAxis(points.flatMap(({ assets, debts, net }) => [assets, -debts, net]));
  const y = valueScale(axis, height);
  const places = points.map(
    (point, index): Place => ({
      x: x(index),
      assets: y(point.assets),
      debts: y(-point.debts),
      net: y(point.net),
    }),
  );
  const [first] = places;
  const last = places.at(-1);
  const pointed = active === null ? undefined : places[active];
  return (
    <>
      <Areas places={places} zero={y(0)} />
      <ValueAxisLines axis={axis} width={width} height={height} />
      <Lines places={places} />
      {points.length > 1 && (
        <>
          <EndLine x={x(ends.from)} height={height} />
          <EndLine x={x(ends.to)} height={height} />
        </>
      )}
      {last && <Names first={first ?? last} last={last} zero={y(0)} width={width} />}
      <DayLabels days={points.map(({ date }) => date)} plot={plot} />
      {last && <circle cx={last.x} cy={last.net} r={5} fill="var(--accent)" />}
      {pointed && <PointedPlace x={pointed.x} y={pointed.net} height={height} />}
    </>
  );
}

/** Assets above zero, debts below it. */
function Areas({ places, zero }: { places: Place[]; zero: number }) {
  return (
    <>
      <Area
        data={places}
        x={atX}
        y0={zero}
        y1={({ assets }) => assets}
        fill="var(--accent)"
        fillOpacity={0.16}
      />
      <Area
        data={places}
        x={atX}
        y0={zero}
        y1={({ debts }) => debts}
        fill="var(--muted)"
        fillOpacity={0.22}
      />
    </>
  );
}

/** The edges of the areas, and the net worth between. */
function Lines({ places }: { places: Place[] }) {
  return (
    <>
      <LinePath
        data={places}
        x={atX}
        y={({ assets }) => assets}
        stroke="var(--accent)"
        strokeWidth={1.25}
        strokeOpacity={0.6}
      />
      <LinePath
        data={places}
        x={atX}
        y={({ debts }) => debts}
        stroke="var(--edge)"
        strokeWidth={1.25}
      />
      <LinePath
        data={places}
        x={atX}
        y={({ net }) => net}
        stroke="var(--accent)"
        strokeWidth={2.5}
        strokeLinejoin="round"
      />
    </>
  );
}

/** One of the two points that are compared. */
function EndLine({ x, height }: { x: number; height: number }) {
  return <line x1={x} x2={x} y2={height} stroke="var(--accent)" strokeOpacity={0.55} />;
}

/** Each area's and the line's name on it, where there is room for it. */
function Names({
  first,
  last,
  zero,
  width,
}: {
  first: Place;
  last: Place;
  zero: number;
  width: number;
}) {
  const roomAbove = zero - last.assets;
  const roomBelow = last.debts - zero;
  // The one day that there is stands in the middle.
  const single = first === last;
  return (
    <>
      {roomAbove > 40 && (
        <ChartLabel x={10} y={Math.min(zero - 10, first.assets + 20)}>
          Assets
        </ChartLabel>
      )}
      {roomBelow > 28 && (
        <ChartLabel x={10} y={Math.max(zero + 18, first.debts - 9)}>
          Debts
        </ChartLabel>
      )}
      <ChartLabel
        x={single ? first.x + 10 : width - 10}
        y={last.net - 11}
        textAnchor={single ? 'start' : 'end'}
        fill="var(--accent)"
        fontWeight={600}
      >
        Net
      </ChartLabel>
    </>
  );
}

function Tooltip({
  point,
  money,
}: {
  point: WorthPoint | undefined;
  money: (amount: number) => string;
}) {
  if (!point) return null;
  return (
    <>
      <p className="mb-1 font-medium">{formatDay(point.date)}</p>
      <dl className="figures grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5">
        <dt className="text-muted">Assets</dt>
        <dd className="text-right">{money(point.assets)}</dd>
        <dt className="text-muted">Debts</dt>
        <dd className="text-right">{money(point.debts)}</dd>
        <dt className="font-medium">Net</dt>
        <dd className="text-right font-medium">{money(point.net)}</dd>
      </dl>
    </>
  );
}
