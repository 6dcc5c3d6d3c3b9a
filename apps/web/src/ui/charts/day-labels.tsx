import { formatDay } from '../../platform/formats.ts';
import type { Plot } from './chart-surface.tsx';

/** How much room days need beside each other, with a year and without. Px. */
const roomWithYear = 150;
const roomEach = 92;

/** Names of a few days below a chart, evenly apart, the first and the last among them. */
export function DayLabels({
  days,
  plot: { width, height, x },
}: {
  /** ISO, one for each place of the chart. */
  days: readonly string[];
  plot: Plot;
}) {
  const last = days.length - 1;
  const withYear = days[0]?.slice(0, 4) !== days[last]?.slice(0, 4) && width > 520;
  const room = withYear ? roomWithYear : roomEach;
  const count = Math.max(1, Math.min(last, Math.floor(width / room)));
  const places =
    last < 1
      ? [0]
      : Array.from({ length: count + 1 }, (_, index) => Math.round((index * last) / count));
  return places.map((place) => (
    <text
      key={place}
      x={x(place)}
      y={height + 18}
      fill="var(--muted)"
      textAnchor={last < 1 ? 'middle' : place === 0 ? 'start' : place === last ? 'end' : 'middle'}
    >
      {formatDay(days[place] ?? '', withYear ? 'medium' : 'short')}
    </text>
  ));
}
