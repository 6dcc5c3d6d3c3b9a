import { formatDay, formatMonth } from '../../platform/formats/formats.ts';
import type { Plot } from './chart-surface.tsx';
import { labeledDays } from './labeled-days.ts';

/** Evenly spaced short labels below a chart: of days (`Nov 23`), or of months where they start (`Nov 2026`). */
export function DayLabels({
  days,
  plot: { width, height, x },
}: {
  /** ISO days, one per data point. */
  days: readonly string[];
  plot: Plot;
}) {
  const last = days.length - 1;
  const { unit, indices } = labeledDays(days, width, x);
  return indices.map((index) => {
    const day = days[index] ?? '';
    return (
      <text
        key={index}
        x={x(index)}
        y={height + 18}
        fill="var(--muted)"
        textAnchor={last < 1 ? 'middle' : index === 0 ? 'start' : index === last ? 'end' : 'middle'}
      >
        {unit === 'month' ? formatMonth(day.slice(0, 7), 'medium') : formatDay(day, 'short')}
      </text>
    );
  });
}
