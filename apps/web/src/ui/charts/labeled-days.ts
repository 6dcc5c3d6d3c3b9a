/** The minimum distance in px between the labels of days, and between the labels of months. */
const minDayDistance = 92;
const minMonthDistance = 76;
/** Half the width of a label in px. */
const halfLabelWidth = 28;
/** A chart of more days than this is labeled with months. */
const maxSpanWithDayLabels = 190;
const daysPerMonth = 30.4;

/** The data points that get a label, as indices, and whether the labels are months. */
export interface LabeledDays {
  readonly unit: 'day' | 'month';
  readonly indices: readonly number[];
}

/** Chooses the labels below a chart of `days` (ISO), one per data point. `x` returns the position of a point in px. */
export function labeledDays(
  days: readonly string[],
  width: number,
  x: (index: number) => number,
): LabeledDays {
  const span = daysBetween(days[0] ?? '', days.at(-1) ?? '');
  if (span <= maxSpanWithDayLabels)
    return {
      unit: 'day',
      indices: spacedDays(days.length - 1, Math.floor(width / minDayDistance)),
    };
  const step = Math.ceil(minMonthDistance / (width / (span / daysPerMonth)));
  const starts = monthStarts(days).filter(
    (index) => x(index) >= halfLabelWidth && x(index) <= width - halfLabelWidth,
  );
  return {
    unit: 'month',
    indices: starts.filter((_, index) => (starts.length - 1 - index) % step === 0),
  };
}

const daysBetween = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000);

/** Evenly spaced indices, including the first and the last. */
function spacedDays(last: number, maxCount: number): number[] {
  if (last < 1) return [0];
  const count = Math.max(1, Math.min(last, maxCount));
  return Array.from({ length: count + 1 }, (_, index) => Math.round((index * last) / count));
}

/** The indices of the first days of months. */
const monthStarts = (days: readonly string[]): number[] =>
  days.flatMap((day, index) =>
    index > 0 && day.slice(0, 7) !== days[index - 1]?.slice(0, 7) ? [index] : [],
  );
