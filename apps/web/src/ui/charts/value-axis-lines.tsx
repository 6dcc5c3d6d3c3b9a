import { formatAxisValue } from '../../platform/formats/formats.ts';
import type { ValueAxis } from './chart-scale.ts';

/** Space above the top grid line for labels, in px. */
const headroom = 18;

/** Returns the scale from values to y coordinates for a plot's height. */
export function valueScale({ min, max }: ValueAxis, height: number): (value: number) => number {
  return (value) => height - ((value - min) / (max - min)) * (height - headroom);
}

/** Space between the plot and the labels of its value axis, and the width of a digit, in px. */
const [labelGap, digitWidth] = [8, 6.8];

/** The width of a value axis's labels in px: `usualWidth`, or more for amounts of six digits and up. */
export function valueAxisWidth({ ticks }: ValueAxis, usualWidth: number): number {
  const longest = Math.max(...ticks.map((tick) => formatAxisValue(tick).length));
  return Math.max(usualWidth, Math.ceil(labelGap + longest * digitWidth));
}

/** The value axis on the right, with dashed horizontal grid lines and a solid zero line. */
export function ValueAxisLines({
  axis,
  width,
  height,
}: {
  axis: ValueAxis;
  width: number;
  height: number;
}) {
  const y = valueScale(axis, height);
  return axis.ticks.map((tick) => (
    <g key={tick} transform={`translate(0 ${y(tick)})`}>
      <line
        x2={width}
        stroke={tick === 0 ? 'var(--edge)' : 'var(--line)'}
        {...(tick === 0 ? { strokeOpacity: 0.6 } : { strokeDasharray: '3 4' })}
      />
      <text x={width + labelGap} dy="0.35em" fill="var(--muted)">
        {formatAxisValue(tick)}
      </text>
    </g>
  ));
}
