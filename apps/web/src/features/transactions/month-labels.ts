import { formatMonth } from '../../platform/formats.ts';

/** What a month's name takes below a chart with some air around it, in px. */
const room = 32;
const year = 12;

/**
 * What is written below each of the months (`YYYY-MM`, oldest first) of a chart whose bands are so wide: its name,
 * or null where there is no room. More than a year has months of one name: then each January that is
 * written tells which year begins.
 */
export function monthLabels(months: readonly string[], band: number): (string | null)[] {
  const step =
    [1, 2, 3, 4, 6, year].find((count) => count * band >= room) ??
    year * Math.ceil(room / (year * band));
  const last = months.length - 1;
  const severalYears = months.length > year;
  return months.map((month, index) => {
    // The last one is written; of several years the Januaries are.
    const away = severalYears ? monthsSince0(month) : last - index;
    if (away % step !== 0) return null;
    return severalYears && month.endsWith('-01') ? month.slice(0, 4) : formatMonth(month, 'short');
  });
}

/** Months since the year 0, so that every so many years are as easy to tell as every so many months. */
const monthsSince0 = (month: string): number =>
  Number(month.slice(0, 4)) * year + Number(month.slice(5)) - 1;
