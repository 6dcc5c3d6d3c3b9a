import { Area, LinePath } from '@visx/shape';
import { formatDay, formatMoney } from '../../platform/formats.ts';
import { ChartLabel } from '../../ui/charts/chart-label.tsx';
import { valueAxis } from '../../ui/charts/chart-scale.ts';
import { ChartSurface, type Plot } from '../../ui/charts/chart-surface.tsx';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import { DayLabels } from '../../ui/charts/day-labels.tsx';
import { PointedPlace } from '../../ui/charts/pointed-place.tsx';
import { ValueAxisLines, valueScale } from '../../ui/charts/value-axis-lines.tsx';
import type { WorthHistory } from './networth.api.ts';
import { stackedBands, type WorthBand } from './worth-bands.ts';
import { WorthLegend } from './worth-legend.tsx';
import { WorthTooltip } from './worth-tooltip.tsx';

type Points = WorthHistory['points'];
type Named = WorthBand & { label: string };

/**
 * Each group of the assets as a band above zero, each of the debts below it, and the net worth as a line
 * between; the same as a table. A press, or Enter on the place that the arrow keys went to, picks a point.
 */
export function WorthChart({
  history,
  groupLabel,
  ends,
  onPick,
}: {
  /** With at least one point. */
  history: Pick<WorthHistory, 'points' | 'groups' | 'currency'>;
  /** What a group of accounts is called. */
  groupLabel: (group: string) => string;
  /** The points between which is compared. */
  ends: { from: number; to: number };
  onPick: (index: number) => void;
}) {
  const { points, currency } = history;
  const bands = stackedBands(history).map((band) => ({ ...band, label: groupLabel(band.group) }));
  const sides = [bands.filter(({ isDebt }) => !isDebt), bands.filter(({ isDebt }) => isDebt)];
  const [assets = [], debts = []] = sides;
  const money = (amount: number) => formatMoney(amount, currency, 0);
  const describe = (index: number) => {
    const point = points[index];
    if (!point) return '';
    const of = (side: readonly Named[]) =>
      side.map(({ label, sums }) => `${label} ${money(sums[index] ?? 0)}`).join(', ');
    return [
      `${formatDay(point.date)}: net worth ${money(point.net)}`,
      `assets ${money(point.assets)}${assets.length > 0 ? `: ${of(assets)}` : ''}`,
      `debts ${money(point.debts)}${debts.length > 0 ? `: ${of(debts)}` : ''}`,
    ].join('; ');
  };
  return (
    <>
      <ChartSurface
        label="Net worth over time"
        height={320}
        axisWidth={56}
        spread="points"
        count={points.length}
        home={points.length - 1}
        describe={describe}
        onPick={onPick}
        tooltip={(index) => (
          <WorthTooltip
            point={points[index]}
            index={index}
            assets={assets}
            debts={debts}
            money={money}
          />
        )}
      >
        {(plot) => <Drawing points={points} bands={bands} ends={ends} plot={plot} />}
      </ChartSurface>
      <WorthLegend assets={assets} debts={debts} />
      <WorthTable points={points} currency={currency} assets={assets} debts={debts} />
    </>
  );
}

/** The same numbers as a table: the three that matter first, then each group. */
function WorthTable({
  points,
  currency,
  assets,
  debts,
}: {
  points: Points;
  currency: string;
  assets: readonly Named[];
  debts: readonly Named[];
}) {
  return (
    <ChartTable
      className="mt-2"
      caption="Net worth over time"
      columns={[
        'Day',
        'Net',
        'Assets',
        'Debts',
        ...assets.map(({ label }) => label),
        // A group that is used on both sides has one name.
        ...debts.map(({ label }) => (isOneOf(assets, label) ? `${label} (debt)` : label)),
      ]}
      rows={points
        .map(({ date, net, assets: had, debts: owed }, index) => ({
          name: formatDay(date),
          values: [
            ...[net, had, owed].map((amount) => formatMoney(amount, currency)),
            ...[...assets, ...debts].map(({ sums }) => formatMoney(sums[index] ?? 0, currency)),
          ],
        }))
        .reverse()}
    />
  );
}

const isOneOf = (bands: readonly Named[], label: string): boolean =>
  bands.some((band) => band.label === label);

function Drawing({
  points,
  bands,
  ends,
  plot,
}: {
  points: Points;
  bands: readonly WorthBand[];
  ends: { from: number; to: number };
  plot: Plot;
}) {
  const { width, height, x, active } = plot;
  const axis = valueAxis([
    ...bands.flatMap(({ spans }) => spans.flat()),
    ...points.map(({ net }) => net),
  ]);
  const y = valueScale(axis, height);
  const line = points.map(({ net }, index) => ({ x: x(index), y: y(net) }));
  const last = line.at(-1);
  const pointed = active === null ? undefined : line[active];
  return (
    <>
      {bands.map((band) => (
        <BandArea key={`${band.isDebt} ${band.group}`} band={band} x={x} y={y} />
      ))}
      <ValueAxisLines axis={axis} width={width} height={height} />
      {/* The rim keeps it apart from whatever colours it crosses. */}
      <NetLine line={line} stroke="var(--surface)" strokeWidth={6} strokeOpacity={0.85} />
      <NetLine line={line} stroke="var(--ink)" strokeWidth={2.5} />
      {points.length > 1 && (
        <>
          <EndLine x={x(ends.from)} height={height} />
          <EndLine x={x(ends.to)} height={height} />
        </>
      )}
      {last && (
        <ChartLabel
          // The one day that there is stands in the middle.
          x={points.length === 1 ? last.x + 10 : width - 10}
          y={last.y - 11}
          textAnchor={points.length === 1 ? 'start' : 'end'}
          fill="var(--ink)"
          fontWeight={600}
        >
          Net
        </ChartLabel>
      )}
      <DayLabels days={points.map(({ date }) => date)} plot={plot} />
      {last && (
        <circle
          cx={last.x}
          cy={last.y}
          r={5}
          fill="var(--ink)"
          stroke="var(--surface)"
          strokeWidth={2}
        />
      )}
      {pointed && <PointedPlace x={pointed.x} y={pointed.y} height={height} />}
    </>
  );
}

/** One group over time; of a single day a bar, for an area would have no width. */
function BandArea({
  band: { spans, colour },
  x,
  y,
}: {
  band: WorthBand;
  x: (index: number) => number;
  y: (value: number) => number;
}) {
  const places = spans.map(([low, high], index) => ({ x: x(index), low: y(low), high: y(high) }));
  const [only, second] = places;
  if (only && !second)
    return (
      <rect
        x={only.x - 14}
        width={28}
        y={only.high}
        height={only.low - only.high}
        fill={colour}
        fillOpacity={0.85}
        stroke="var(--surface)"
      />
    );
  return (
    <Area
      data={places}
      x={(place) => place.x}
      y0={(place) => place.low}
      y1={(place) => place.high}
      fill={colour}
      fillOpacity={0.85}
      // Bands are told apart by the gap as well as by their colours.
      stroke="var(--surface)"
      strokeWidth={1}
    />
  );
}

function NetLine({
  line,
  ...stroke
}: {
  line: { x: number; y: number }[];
  stroke: string;
  strokeWidth: number;
  strokeOpacity?: number;
}) {
  return (
    <LinePath
      data={line}
      x={(place) => place.x}
      y={(place) => place.y}
      strokeLinejoin="round"
      {...stroke}
    />
  );
}

/** One of the two points that are compared. */
function EndLine({ x, height }: { x: number; height: number }) {
  return <line x1={x} x2={x} y2={height} stroke="var(--ink)" strokeOpacity={0.5} />;
}
