import type { RowInSight } from './rows-in-sight.ts';

/** Rows of one day that stand together, with the room before them. */
export interface DayGroup {
  /** Its day; of a second group of the same day, that it is one. */
  readonly key: string;
  readonly day: string;
  readonly rows: readonly number[];
  /** Pixels between the end of the group before and the beginning of its heading. */
  readonly gap: number;
}

/**
 * The rows that are on the page by their days. A day's first row counts its heading as part of
 * itself; where a group begins further down its day, its heading takes the end of the room before it.
 */
export function groupByDay(
  rows: readonly RowInSight[],
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

/** Whether a row begins its day in the list. */
export const isFirstOfDay = (index: number, dayAt: (index: number) => string): boolean =>
  index === 0 || dayAt(index - 1) !== dayAt(index);
