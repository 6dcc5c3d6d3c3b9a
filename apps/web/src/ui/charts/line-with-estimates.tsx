import { Area, LinePath } from '@visx/shape';
import { uiCopy } from '../ui.copy.ts';
import { ChartLabel } from './chart-label.tsx';
import { estimatedRuns, lineParts } from './estimated-parts.ts';

/** Below this width in px, a shaded run has no label. */
const minLabeledWidth = 76;

/** Shades the days with an estimate. Draw it before the lines. */
export function EstimatedShade({
  estimated,
  x,
  height,
}: {
  /** Whether each data point is estimated. */
  estimated: readonly boolean[];
  x: (index: number) => number;
  height: number;
}) {
  const runs = estimatedRuns(estimated).map(({ from, to }) => {
    const next = Math.min(to + 1, estimated.length - 1);
    const previous = Math.max(from - 1, 0);
    return { left: x(previous), right: x(next) };
  });
  return runs.map(({ left, right }) => (
    <rect
      key={left}
      x={left}
      width={right - left}
      height={height}
      fill="var(--sunken)"
      fillOpacity={0.75}
    />
  ));
}

/** Labels the widest shaded run as estimated. Draw it after the lines. */
export function EstimatedLabel({
  estimated,
  x,
}: {
  estimated: readonly boolean[];
  x: (index: number) => number;
}) {
  const widest = estimatedRuns(estimated)
    .map(({ from, to }) => ({ left: x(from), width: x(to) - x(from) }))
    .sort((a, b) => b.width - a.width)[0];
  if (widest === undefined || widest.width < minLabeledWidth) return null;
  return (
    <ChartLabel x={widest.left + 8} y={12} fontWeight={500}>
      {uiCopy.chart.estimated}
    </ChartLabel>
  );
}

/** The area between a line and its base. It is paler between estimated points. */
export function AreaWithEstimates({
  line,
  estimated,
  base,
}: {
  line: readonly { x: number; y: number }[];
  estimated: readonly boolean[];
  /** The y coordinate of the base. */
  base: number;
}) {
  return lineParts(estimated).map((part) => (
    <Area
      key={part.from}
      data={line.slice(part.from, part.to + 1)}
      x={(point) => point.x}
      y0={base}
      y1={(point) => point.y}
      fill="var(--accent)"
      fillOpacity={part.estimated ? 0.05 : 0.13}
    />
  ));
}

/** A line through data points. It is dashed between estimated points. */
export function LineWithEstimates({
  line,
  estimated,
  stroke,
  strokeWidth,
  strokeOpacity,
}: {
  line: readonly { x: number; y: number }[];
  estimated: readonly boolean[];
  stroke: string;
  strokeWidth: number;
  strokeOpacity?: number;
}) {
  return lineParts(estimated).map((part) => (
    <LinePath
      key={part.from}
      data={line.slice(part.from, part.to + 1)}
      x={(point) => point.x}
      y={(point) => point.y}
      stroke={stroke}
      strokeWidth={strokeWidth}
      strokeLinejoin="round"
      {...(strokeOpacity !== undefined && { strokeOpacity })}
      {...(part.estimated && { strokeDasharray: '5 4' })}
    />
  ));
}
