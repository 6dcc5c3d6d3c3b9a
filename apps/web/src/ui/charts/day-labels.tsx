import { formatDay } from '../../platform/formats/formats.ts';
import type { Plot } from './chart-surface.tsx';

/** Minimum distance between labels in px, with a year and without. */
const distanceWithYear = 150;
const distance = 92;

/** Evenly spaced day labels below a chart, including the first and the last day. */
export function DayLabels({
  days,
  plot: { width, height, x },
}: {
  /** ISO days, one per data point. */
  days: readonly string[];
  plot: Plot;
}) {
  const last = days.length - 1;
  const withYear = days[0]?.slice(0, 4) !== days[last]?.slice(0, 4) && width > 520;
  const count = Math.max(
    1,
    Math.min(last, Math.floor(width / (withYear ? distanceWithYear : distance))),
  );
  const labeled =
    last < 1
      ? [0]
      : Array.from({ length: count + 1 }, (_, index) => Math.round((index * last) / count));
  return labeled.map((index) => (
    <text
      key={index}
      x={x(index)}
      y={height + 18}
      fill="var(--muted)"
      textAnchor={last < 1 ? 'middle' : index === 0 ? 'start' : index === last ? 'end' : 'middle'}
    >
      {formatDay(days[index] ?? '', withYear ? 'medium' : 'short')}
    </text>
  ));
}
