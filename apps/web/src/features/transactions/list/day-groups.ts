import type { VisibleRow } from './visible-rows.ts';

/** Consecutive rendered rows of one day, and the gap before them. */
export interface DayGroup {
  /** A unique React key: the day, with a suffix for a second group of the same day. */
  readonly key: string;
  readonly day: string;
  readonly rows: readonly number[];
  /** Pixels between the end of the previous group and this group's heading. */
  readonly gap: number;
}

/**
 * Groups the rendered rows by day. The height of a day's first row includes the heading. A group that
 * starts later in its day takes the height of its heading from the gap before it.
 */
export function groupByDay(
  rows: readonly VisibleRow[],
  dayAt: (index: number) => string,
  headingHeight: number,
): DayGroup[] {
  const groups: { key: string; day: string; rows: number[]; gap: number }[] = [];
  for (const { index, gap } of rows) {
    const day = dayAt(index);
    const last = groups.at(-1);
    if (last?.day === day && gap === 0) {
      last.rows.push(index);
      continue;
    }
    const heading = isFirstOfDay(index, dayAt) ? 0 : headingHeight;
    const key = groups.some((group) => group.day === day) ? `${day} again` : day;
    groups.push({ key, day, rows: [index], gap: Math.max(0, gap - heading) });
  }
  return groups;
}

/** True if a row is the first of its day in the list. */
export const isFirstOfDay = (index: number, dayAt: (index: number) => string): boolean =>
  index === 0 || dayAt(index - 1) !== dayAt(index);
