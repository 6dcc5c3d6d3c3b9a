import { formatMonth } from '../../../platform/formats/formats.ts';

/** Width of a month's name below a chart, with some space around it, in pixels. */
const labelWidth = 32;
const monthsPerYear = 12;

/**
 * The label below each month of a chart, or null where there is no room. Over more than a year, month
 * names repeat, so a labeled January shows its year instead.
 *
 * @param months `YYYY-MM`, oldest first.
 * @param band Width of one month in pixels.
 */
export function monthLabels(months: readonly string[], band: number): (string | null)[] {
  const step =
    [1, 2, 3, 4, 6, monthsPerYear].find((count) => count * band >= labelWidth) ??
    monthsPerYear * Math.ceil(labelWidth / (monthsPerYear * band));
  const last = months.length - 1;
  const spansYears = months.length > monthsPerYear;
  return months.map((month, index) => {
    // Steps are counted from the last month, so that it is labeled. Over several years, they are counted from January.
    const offset = spansYears ? monthsSinceYear0(month) : last - index;
    if (offset % step !== 0) return null;
    return spansYears && month.endsWith('-01') ? month.slice(0, 4) : formatMonth(month, 'short');
  });
}

/** Months since the year 0, so that a step of several years also starts in January. */
const monthsSinceYear0 = (month: string): number =>
  Number(month.slice(0, 4)) * monthsPerYear + Number(month.slice(5)) - 1;
