import { describe, expect, test } from 'vitest';
import type { ArchiveContents, BaseBackup, SegmentFile } from './archive-folder.ts';
import { findExpired } from './retention.ts';
import { describeWindows, findWindow, restoreWindows } from './windows.ts';

/** Minutes after an arbitrary time. */
const at = (minutes: number) => new Date(Date.UTC(2026, 4, 4, 3, minutes));
const DAY_MINUTES = 24 * 60;

/** A base backup that needs the segments `first` to `first + 1`, and is complete at `minutes`. */
const base = (minutes: number, first: number, timeline = 1): BaseBackup => ({
  path: `base-${timeline}-${first}`,
  finishedAt: at(minutes),
  firstSegment: { timeline, number: first },
  lastSegment: { timeline, number: first + 1 },
});

/** Segments of a timeline, each written in the minute of its number. */
const segments = (first: number, last: number, timeline = 1): SegmentFile[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    timeline,
    number: first + index,
    path: `segment-${timeline}-${first + index}`,
    writtenAt: at(first + index),
  }));

const archive = (contents: Partial<ArchiveContents>): ArchiveContents => ({
  baseBackups: [],
  segments: [],
  gaps: [],
  ...contents,
});

describe('the times that can be restored', () => {
  test('begin with a base backup and end with the last segment', () => {
    const [window] = restoreWindows(
      archive({ baseBackups: [base(3, 2)], segments: segments(1, 9) }),
    );
    expect(window).toMatchObject({ from: at(3), to: at(9), lastSegment: 9 });
  });

  test('end where a segment is missing', () => {
    const contents = archive({
      baseBackups: [base(3, 2)],
      segments: [...segments(2, 5), ...segments(7, 9)],
    });
    expect(restoreWindows(contents)).toMatchObject([{ from: at(3), to: at(5), lastSegment: 5 }]);
  });

  test('end where the database ran without an archive', () => {
    const contents = archive({
      baseBackups: [base(3, 2), base(8, 7)],
      segments: segments(2, 9),
      gaps: [{ timeline: 1, number: 5 }],
    });
    expect(describeWindows(restoreWindows(contents))).toBe(
      'from 2026-05-04T03:03:00.000Z to 2026-05-04T03:05:00.000Z, and from 2026-05-04T03:08:00.000Z to 2026-05-04T03:09:00.000Z',
    );
  });

  test('need all segments of the base backup itself', () => {
    expect(
      restoreWindows(archive({ baseBackups: [base(3, 2)], segments: segments(2, 2) })),
    ).toEqual([]);
    expect(
      restoreWindows(archive({ baseBackups: [base(3, 2)], segments: segments(3, 9) })),
    ).toEqual([]);
  });

  test("include what is only in PostgreSQL's own folder, whose files may have been prepared for later", () => {
    const prepared = { ...segments(8, 8)[0], writtenAt: at(0) } as SegmentFile;
    const contents = archive({ baseBackups: [base(3, 2)], segments: segments(2, 5) });
    const windows = restoreWindows(contents, [...segments(6, 7), prepared]);
    expect(windows).toMatchObject([{ to: at(7), lastSegment: 5 }]);
  });

  test('are found with the latest base backup before them, on its own timeline', () => {
    const windows = restoreWindows(
      archive({
        baseBackups: [base(3, 2), base(6, 5), base(20, 6, 2)],
        segments: [...segments(2, 10), ...segments(6, 25, 2)],
      }),
    );
    const found = (minutes: number) => findWindow(windows, at(minutes))?.base.path;
    expect(found(2)).toBeUndefined();
    expect(found(5)).toBe('base-1-2');
    expect(found(6)).toBe('base-1-5');
    expect(found(10)).toBe('base-1-5');
    expect(found(15)).toBeUndefined();
    expect(found(21)).toBe('base-2-6');
    expect(describeWindows(windows)).toBe(
      'from 2026-05-04T03:03:00.000Z to 2026-05-04T03:10:00.000Z, and from 2026-05-04T03:20:00.000Z to 2026-05-04T03:25:00.000Z',
    );
  });
});

describe('what no restore of the last days needs', () => {
  const now = at(10 * DAY_MINUTES);
  const expired = (contents: Partial<ArchiveContents>) =>
    findExpired(archive(contents), 7, now).sort();

  test('is everything before the latest base backup from before these days', () => {
    const baseBackups = [1, 2, 3, 4, 9].map((day) => base(day * DAY_MINUTES, day * 2));
    // Day 3 is exactly seven days ago, so its base backup is the first one that is needed.
    expect(expired({ baseBackups, segments: segments(1, 8) })).toEqual([
      'base-1-2',
      'base-1-4',
      ...segments(1, 5).map(({ path }) => path),
    ]);
  });

  test('is nothing if all base backups are newer', () => {
    const baseBackups = [base(8 * DAY_MINUTES, 2), base(9 * DAY_MINUTES, 4)];
    expect(expired({ baseBackups, segments: segments(2, 6) })).toEqual([]);
  });

  test('is the log before the first base backup, but not of a base backup in progress', () => {
    expect(expired({ baseBackups: [base(9 * DAY_MINUTES, 3)], segments: segments(1, 4) })).toEqual([
      'segment-1-1',
      'segment-1-2',
    ]);
    expect(expired({ segments: segments(1, 4) })).toEqual([]);
  });

  test('does not include earlier numbers of a later timeline', () => {
    const baseBackups = [base(3 * DAY_MINUTES, 50), base(5 * DAY_MINUTES, 20, 2)];
    expect(
      expired({ baseBackups, segments: [...segments(49, 51), ...segments(19, 22, 2)] }),
    ).toEqual(['segment-1-49', 'segment-2-19']);
  });

  test('includes a timeline without base backups, unless it is the latest', () => {
    const baseBackups = [base(9 * DAY_MINUTES, 30, 2)];
    expect(
      expired({
        baseBackups,
        segments: [...segments(1, 2), ...segments(30, 31, 2), ...segments(31, 31, 3)],
      }),
    ).toEqual(['segment-1-1', 'segment-1-2']);
  });
});
