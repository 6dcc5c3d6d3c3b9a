import { formatMessage } from '@cairn/contract/text/copy';
import { Area, LinePath } from '@visx/shape';
import { formatDay, formatMoney } from '../../platform/formats/formats.ts';
import { ActivePointMarker } from '../../ui/charts/active-point-marker.tsx';
import { ChartLabel } from '../../ui/charts/chart-label.tsx';
import { valueAxis } from '../../ui/charts/chart-scale.ts';
import { ChartSurface, type Plot } from '../../ui/charts/chart-surface.tsx';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import { DayLabels } from '../../ui/charts/day-labels.tsx';
import { ValueAxisLines, valueScale } from '../../ui/charts/value-axis-lines.tsx';
import { type NetWorthBand, stackBands } from './net-worth-bands.ts';
import { NetWorthLegend } from './net-worth-legend.tsx';
import { NetWorthTooltip } from './net-worth-tooltip.tsx';
import type { NetWorthHistory } from './networth.api.ts';
import { networthCopy } from './networth.copy.ts';

const copy = networthCopy.chart;

type Points = NetWorthHistory['points'];
type LabeledBand = NetWorthBand & { label: string };

/**
 * Asset groups as bands above zero, debt groups below it, net worth as a line, and the same numbers as a table. A
 * click, or Enter after moving with the arrow keys, selects a point.
 */
export function NetWorthChart({
  history,
  groupLabel,
  compared,
  onSelect,
}: {
  /** At least one point. */
  history: Pick<NetWorthHistory, 'points' | 'groups' | 'currency'>;
  /** The display name of a group of accounts. */
  groupLabel: (group: string) => string;
  /** The indexes of the two compared points. */
  compared: { from: number; to: number };
  onSelect: (index: number) => void;
}) {
  const { points, currency } = history;
  const bands = stackBands(history).map((band) => ({ ...band, label: groupLabel(band.group) }));
  const sides = [bands.filter(({ isDebt }) => !isDebt), bands.filter(({ isDebt }) => isDebt)];
  const [assets = [], debts = []] = sides;
  const money = (amount: number) => formatMoney(amount, currency, 0);
  const describe = (index: number) => {
    const point = points[index];
    if (!point) return '';
    const describeSide = (total: number, side: readonly LabeledBand[]) =>
      side.length === 0
        ? money(total)
        : formatMessage(copy.sideWithGroups, {
            total: money(total),
            groups: side
              .map(({ label, sums }) =>
                formatMessage(copy.group, { group: label, amount: money(sums[index] ?? 0) }),
              )
              .join(', '),
          });
    return formatMessage(copy.point, {
      day: formatDay(point.date),
      net: money(point.net),
      assets: describeSide(point.assets, assets),
      debts: describeSide(point.debts, debts),
    });
  };
  return (
    <>
      <ChartSurface
        label={networthCopy.overTime}
        height={320}
        axisWidth={56}
        distribution="points"
        count={points.length}
        initialIndex={points.length - 1}
        describe={describe}
        onSelect={onSelect}
        tooltip={(index) => (
          <NetWorthTooltip
            point={points[index]}
            index={index}
            assets={assets}
            debts={debts}
            money={money}
          />
        )}
      >
        {(plot) => <Drawing points={points} bands={bands} compared={compared} plot={plot} />}
      </ChartSurface>
      <NetWorthLegend assets={assets} debts={debts} />
      <NetWorthTable points={points} currency={currency} assets={assets} debts={debts} />
    </>
  );
}

/** The same numbers as a table: the three totals first, then each group. */
function NetWorthTable({
  points,
  currency,
  assets,
  debts,
}: {
  points: Points;
  currency: string;
  assets: readonly LabeledBand[];
  debts: readonly LabeledBand[];
}) {
  return (
    <ChartTable
      className="mt-2"
      caption={networthCopy.overTime}
      columns={[
        copy.day,
        networthCopy.net,
        networthCopy.assets,
        networthCopy.debts,
        ...assets.map(({ label }) => label),
        // A group can be on both sides, and its name is the same on both.
        ...debts.map(({ label }) =>
          hasLabel(assets, label) ? formatMessage(copy.debtGroup, { group: label }) : label,
        ),
      ]}
      rows={points
        .map(({ date, net, assets: assetTotal, debts: debtTotal }, index) => ({
          name: formatDay(date),
          values: [
            ...[net, assetTotal, debtTotal].map((amount) => formatMoney(amount, currency)),
            ...[...assets, ...debts].map(({ sums }) => formatMoney(sums[index] ?? 0, currency)),
          ],
        }))
        .reverse()}
    />
  );
}

const hasLabel = (bands: readonly LabeledBand[], label: string): boolean =>
  bands.some((band) => band.label === label);

function Drawing({
  points,
  bands,
  compared,
  plot,
}: {
  points: Points;
  bands: readonly NetWorthBand[];
  compared: { from: number; to: number };
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
  const activePoint = active === null ? undefined : line[active];
  return (
    <>
      {bands.map((band) => (
        <BandArea key={`${band.isDebt} ${band.group}`} band={band} x={x} y={y} />
      ))}
      <ValueAxisLines axis={axis} width={width} height={height} />
      {/* The outline keeps the line visible on every color that it crosses. */}
      <NetLine line={line} stroke="var(--surface)" strokeWidth={6} strokeOpacity={0.85} />
      <NetLine line={line} stroke="var(--ink)" strokeWidth={2.5} />
      {points.length > 1 && (
        <>
          <ComparedPointLine x={x(compared.from)} height={height} />
          <ComparedPointLine x={x(compared.to)} height={height} />
        </>
      )}
      {last && (
        <ChartLabel
          // A single day is drawn in the middle.
          x={points.length === 1 ? last.x + 10 : width - 10}
          y={last.y - 11}
          textAnchor={points.length === 1 ? 'start' : 'end'}
          fill="var(--ink)"
          fontWeight={600}
        >
          {networthCopy.net}
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
      {activePoint && <ActivePointMarker x={activePoint.x} y={activePoint.y} height={height} />}
    </>
  );
}

/** One group over time. A single day is drawn as a bar, because an area would have no width. */
function BandArea({
  band: { spans, color },
  x,
  y,
}: {
  band: NetWorthBand;
  x: (index: number) => number;
  y: (value: number) => number;
}) {
  const edges = spans.map(([low, high], index) => ({ x: x(index), low: y(low), high: y(high) }));
  const [only, second] = edges;
  if (only && !second)
    return (
      <rect
        x={only.x - 14}
        width={28}
        y={only.high}
        height={only.low - only.high}
        fill={color}
        fillOpacity={0.85}
        stroke="var(--surface)"
      />
    );
  return (
    <Area
      data={edges}
      x={(edge) => edge.x}
      y0={(edge) => edge.low}
      y1={(edge) => edge.high}
      fill={color}
      fillOpacity={0.85}
      // A gap separates the bands, so that color is not the only distinction.
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
      x={(point) => point.x}
      y={(point) => point.y}
      strokeLinejoin="round"
      {...stroke}
    />
  );
}

/** Marks one of the two compared points. */
function ComparedPointLine({ x, height }: { x: number; height: number }) {
  return <line x1={x} x2={x} y2={height} stroke="var(--ink)" strokeOpacity={0.5} />;
}
