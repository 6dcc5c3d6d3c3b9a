import type { ArchiveContents, BaseBackup, SegmentFile } from './archive-folder.ts';

/** A period. The database can be restored to any time within it from one base backup. */
export interface RestoreWindow {
  readonly base: BaseBackup;
  readonly from: Date;
  readonly to: Date;
  /** The number of the last segment that is certain to belong to the log. */
  readonly lastSegment: number;
}

/**
 * The periods that can be restored from the base backups, in order of time. Each ends where the log has a gap.
 *
 * @param localSegments the segments in PostgreSQL's own folder, if they continue the archived ones
 */
export function restoreWindows(
  { baseBackups, segments, gaps }: ArchiveContents,
  localSegments: readonly SegmentFile[] = [],
): RestoreWindow[] {
  const archived = bySegment(segments);
  const available = bySegment([...localSegments, ...segments]);
  return baseBackups.flatMap((base) => {
    const { timeline, number: first } = base.firstSegment;
    let to = base.finishedAt;
    let lastSegment = first;
    let number = first;
    let hasGap = false;
    for (; !hasGap; number += 1) {
      const key = `${timeline}/${number}`;
      const next = available.get(key);
      if (next === undefined) break;
      hasGap = gaps.some((gap) => gap.timeline === timeline && gap.number === number);
      if (archived.has(key)) lastSegment = number;
      // The last segment is not always the newest: PostgreSQL renames old segments to the names of future ones.
      if (next.writtenAt > to) to = next.writtenAt;
    }
    if (number <= base.lastSegment.number) return [];
    return [{ base, from: base.finishedAt, to, lastSegment }];
  });
}

const bySegment = (segments: readonly SegmentFile[]): Map<string, SegmentFile> =>
  new Map(segments.map((segment) => [`${segment.timeline}/${segment.number}`, segment]));

/** The window with the latest base backup before a time, which needs the least replay. Null if there is none. */
export function findWindow(windows: readonly RestoreWindow[], time: Date): RestoreWindow | null {
  return windows.findLast(({ from, to }) => from <= time && time <= to) ?? null;
}

/** Describes the windows in as few periods as possible, such as `from 2026-05-04T03:00:00Z to 2026-05-11T16:20:05Z`. */
export function describeWindows(windows: readonly RestoreWindow[]): string {
  const periods: { from: Date; to: Date }[] = [];
  for (const { from, to } of windows) {
    const previous = periods.at(-1);
    if (previous === undefined || previous.to < from) periods.push({ from, to });
    else if (previous.to < to) periods[periods.length - 1] = { from: previous.from, to };
  }
  return periods
    .map(({ from, to }) => `from ${from.toISOString()} to ${to.toISOString()}`)
    .join(', and ');
}
