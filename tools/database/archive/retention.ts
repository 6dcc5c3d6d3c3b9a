import { rmSync } from 'node:fs';
import { type ArchiveContents, type ArchiveFolder, gapExtension } from './archive-folder.ts';

const DAY = 86_400_000;

/**
 * Finds the files that no restore to a time within the last days needs. These are all base backups before the latest one
 * that was finished earlier than that, and the log before the first base backup that is kept. Each timeline is considered
 * by itself, because the segments of a new timeline can have lower numbers than earlier segments. The latest timeline is
 * kept even without a base backup, because one may be in progress.
 *
 * @param days how far back a restore is possible
 * @returns paths; the histories of timelines, which are small, are always kept
 */
export function findExpired(
  { baseBackups, segments }: ArchiveContents,
  days: number,
  now: Date,
): string[] {
  const oldest = now.getTime() - days * DAY;
  const lastBefore = baseBackups.findLast(({ finishedAt }) => finishedAt.getTime() <= oldest);
  const expiredBaseBackups = baseBackups.filter(
    (base) => lastBefore !== undefined && base.finishedAt < lastBefore.finishedAt,
  );
  const firstKept = new Map<number, number>();
  for (const base of baseBackups) {
    if (expiredBaseBackups.includes(base)) continue;
    const { timeline, number } = base.firstSegment;
    firstKept.set(timeline, Math.min(firstKept.get(timeline) ?? number, number));
  }
  const latestTimeline = Math.max(0, ...segments.map(({ timeline }) => timeline));
  const expiredSegments = segments.filter(({ timeline, number }) => {
    const first = firstKept.get(timeline);
    return first === undefined ? timeline < latestTimeline : number < first;
  });
  return [...expiredBaseBackups, ...expiredSegments].map(({ path }) => path);
}

/** Deletes what has expired, base backups first: a base backup without its log would be useless. */
export function deleteExpired(archive: ArchiveFolder, days: number): void {
  for (const path of findExpired(archive.read(), days, new Date())) {
    rmSync(path, { force: true });
    rmSync(path.replace(/\.zst(\.age)?$/, gapExtension), { force: true });
  }
}
