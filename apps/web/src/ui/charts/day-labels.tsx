import { formatDay, formatMonth } from '../../platform/formats/formats.ts';
import type { Plot } from './chart-surface.tsx';

/** Minimum distance between labels in px. */
const distance = 92;
/** Days. A longer chart is labeled with months, and each label is at least half as far from the next. */
const maxDayLabels = 190;
const monthLabelDistance = 45;

const daysBetween = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000);

/** Evenly spaced short labels below a chart, including the first and the last day: `Nov 23`, or `Nov 2026`. */
export function DayLabels({
  days,
  plot: { width, height, x },
}: {
  /** ISO days, one per data point. */
  days: readonly string[];
  plot: Plot;
}) {
  const last = days.length - 1;
  const span = daysBetween(days[0] ?? '', days[last] ?? '');
  const withMonths = span > maxDayLabels;
  const maxCount = withMonths ? Math.floor(span / monthLabelDistance) : last;
  const count = Math.max(1, Math.min(last, maxCount, Math.floor(width / distance)));
  const labeled =
    last < 1
      ? [0]
      : Array.from({ length: count + 1 }, (_, index) => Math.round((index * last) / count));
  return labeled.map((index) => {
    const day = days[index] ?? '';
    return (
      <text
        key={index}
        x={x(index)}
        y={height + 18}
        fill="var(--muted)"
        textAnchor={last < 1 ? 'middle' : index === 0 ? 'start' : index === last ? 'end' : 'middle'}
      >
        {withMonths ? formatMonth(day.slice(0, 7), 'medium') : formatDay(day, 'short')}
      </text>
    );
  });
}
