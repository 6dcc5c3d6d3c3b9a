import { Area } from '@visx/shape';
import { ActivePointMarker } from '../../ui/charts/active-point-marker.tsx';
import { ChartLabel } from '../../ui/charts/chart-label.tsx';
import { fittedAxis, valueAxis } from '../../ui/charts/chart-scale.ts';
import type { Plot } from '../../ui/charts/chart-surface.tsx';
import { DayLabels } from '../../ui/charts/day-labels.tsx';
import { lineParts } from '../../ui/charts/estimated-parts.ts';
import {
  AreaWithEstimates,
  EstimatedLabel,
  EstimatedShade,
  LineWithEstimates,
} from '../../ui/charts/line-with-estimates.tsx';
import { ValueAxisLines, valueScale } from '../../ui/charts/value-axis-lines.tsx';
import type { NetWorthBand } from './net-worth-bands.ts';
import type { NetWorthPoint } from './networth.api.ts';
import { networthCopy } from './networth.copy.ts';

interface DrawingProps {
  points: readonly NetWorthPoint[];
  bands: readonly NetWorthBand[];
  compared: { from: number; to: number };
  plot: Plot;
  /** The points at which accounts become known or unknown. The label is null if none becomes known. */
  knownChanges: readonly { index: number; label: string | null }[];
}

/** Net worth as a line, on an axis that need not include zero. */
export function LineDrawing({ points, compared, plot, knownChanges }: DrawingProps) {
  const { width, height, x } = plot;
  const axis = fittedAxis(points.map(({ net }) => net));
  const y = valueScale(axis, height);
  const line = points.map(({ net }, index) => ({ x: x(index), y: y(net) }));
  const estimated = points.map((point) => point.estimated);
  return (
    <>
      <EstimatedShade estimated={estimated} x={x} height={height} />
      <AreaWithEstimates line={line} estimated={estimated} base={height} />
      <ValueAxisLines axis={axis} width={width} height={height} />
      <LineWithEstimates
        line={line}
        estimated={estimated}
        stroke="var(--accent)"
        strokeWidth={2.5}
      />
      <EstimatedLabel estimated={estimated} x={x} />
      <Marks
        line={line}
        compared={compared}
        knownChanges={knownChanges}
        color="var(--accent)"
        plot={plot}
      />
      <DayLabels days={points.map(({ date }) => date)} plot={plot} />
    </>
  );
}

/** The groups of assets and debts as bands, and net worth as a line, on an axis that includes zero. */
export function GroupsDrawing({ points, bands, compared, plot, knownChanges }: DrawingProps) {
  const { width, height, x } = plot;
  const axis = valueAxis([
    ...bands.flatMap(({ spans }) => spans.flat()),
    ...points.map(({ net }) => net),
  ]);
  const y = valueScale(axis, height);
  const line = points.map(({ net }, index) => ({ x: x(index), y: y(net) }));
  const estimated = points.map((point) => point.estimated);
  const last = line.at(-1);
  return (
    <>
      <EstimatedShade estimated={estimated} x={x} height={height} />
      {bands.map((band) => (
        <BandArea key={`${band.isDebt} ${band.group}`} band={band} x={x} y={y} />
      ))}
      <ValueAxisLines axis={axis} width={width} height={height} />
      {/* The outline keeps the line visible on every color that it crosses. */}
      <LineWithEstimates
        line={line}
        estimated={estimated.map(() => false)}
        stroke="var(--surface)"
        strokeWidth={6}
        strokeOpacity={0.85}
      />
      <LineWithEstimates line={line} estimated={estimated} stroke="var(--ink)" strokeWidth={2.5} />
      <EstimatedLabel estimated={estimated} x={x} />
      {last && (
        <ChartLabel
          x={width - 10}
          y={last.y - 11}
          textAnchor="end"
          fill="var(--ink)"
          fontWeight={600}
        >
          {networthCopy.net}
        </ChartLabel>
      )}
      <Marks
        line={line}
        compared={compared}
        knownChanges={knownChanges}
        color="var(--ink)"
        plot={plot}
      />
      <DayLabels days={points.map(({ date }) => date)} plot={plot} />
    </>
  );
}

/** The two compared points, the points at which accounts become known, and the last and the active point. */
function Marks({
  line,
  compared,
  knownChanges,
  color,
  plot: { width, height, active },
}: Pick<DrawingProps, 'compared' | 'knownChanges' | 'plot'> & {
  line: readonly { x: number; y: number }[];
  color: string;
}) {
  const last = line.at(-1);
  const activePoint = active === null ? undefined : line[active];
  return (
    <>
      {[compared.from, compared.to].map((index) => {
        const x = line[index]?.x;
        return (
          <line key={index} x1={x} x2={x} y2={height} stroke="var(--ink)" strokeOpacity={0.35} />
        );
      })}
      {knownChanges.map(({ index, label }) => (
        <KnownChangeMark
          key={index}
          x={line[index]?.x ?? 0}
          label={label}
          width={width}
          height={height}
        />
      ))}
      {last && (
        <circle
          cx={last.x}
          cy={last.y}
          r={5}
          fill={color}
          stroke="var(--surface)"
          strokeWidth={2}
        />
      )}
      {activePoint && <ActivePointMarker x={activePoint.x} y={activePoint.y} height={height} />}
    </>
  );
}

/** Marks a point at which accounts become known or unknown, with its label on the side that has more space. */
function KnownChangeMark({
  x,
  label,
  width,
  height,
}: {
  x: number;
  label: string | null;
  width: number;
  height: number;
}) {
  const isLabelOnLeft = x > width / 2;
  return (
    <>
      <line x1={x} x2={x} y2={height} stroke="var(--attention)" strokeDasharray="2 3" />
      <circle cx={x} cy={4} r={4} fill="var(--attention)" />
      {label !== null && (
        <ChartLabel
          x={isLabelOnLeft ? x - 9 : x + 9}
          y={8}
          textAnchor={isLabelOnLeft ? 'end' : 'start'}
          fill="var(--attention)"
          fontWeight={500}
        >
          {label}
        </ChartLabel>
      )}
    </>
  );
}

/** One group over time. It is paler where it is estimated. */
function BandArea({
  band: { spans, color, estimated },
  x,
  y,
}: {
  band: NetWorthBand;
  x: (index: number) => number;
  y: (value: number) => number;
}) {
  const edges = spans.map(([low, high], index) => ({ x: x(index), low: y(low), high: y(high) }));
  return lineParts(estimated).map((part) => (
    <Area
      key={part.from}
      data={edges.slice(part.from, part.to + 1)}
      x={(edge) => edge.x}
      y0={(edge) => edge.low}
      y1={(edge) => edge.high}
      fill={color}
      fillOpacity={part.estimated ? 0.4 : 0.92}
      // A gap separates the bands, so that color is not the only distinction.
      stroke="var(--surface)"
      strokeWidth={1}
    />
  ));
}
