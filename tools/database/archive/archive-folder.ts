import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  baseBackupsIn,
  parseBaseBackupTime,
} from '../../../apps/server/src/jobs/backup/archive-layout.ts';
import { isUnfinished } from './archived-file.ts';

/** A copy of the database's files from which PostgreSQL can replay its log. */
export interface BaseBackup {
  readonly path: string;
  /** The earliest time to which the database can be restored from it. */
  readonly finishedAt: Date;
  /** The first file of the log that a recovery needs. */
  readonly firstSegment: Segment;
  /** The last file of the log without which it can't be restored at all. */
  readonly lastSegment: Segment;
}

/** A file of PostgreSQL's log: 16 MB, named after its timeline and number, such as `00000001000000000000000A`. */
export interface Segment {
  /** Increases with each recovery, after which the log continues differently. */
  readonly timeline: number;
  /** Consecutive within a timeline. */
  readonly number: number;
}

export interface SegmentFile extends Segment {
  readonly path: string;
  /** When PostgreSQL last wrote to it. Later changes are in later segments. */
  readonly writtenAt: Date;
}

/** What an archive contains. */
export interface ArchiveContents {
  /** By time. */
  readonly baseBackups: readonly BaseBackup[];
  /** By timeline and number. */
  readonly segments: readonly SegmentFile[];
  /** Segments after which the log has a gap, because the database ran without an archive. */
  readonly gaps: readonly Segment[];
}

/** The extension of the empty file that marks a gap. The file is named after the segment before the gap. */
export const gapExtension = '.gap';
const segmentPattern = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;
const baseSegmentsPattern = /Z-([0-9A-F]{24})-([0-9A-F]{24})\.tar\.zst(\.age)?$/;
/** Segments of 16 MB per 4 GB, the range of a name's last eight digits. */
const SEGMENTS_PER_LOG = 256;

/** Parses the name of a file of the log. Null for other files, such as a timeline's history. */
export function parseSegment(name: string): Segment | null {
  const [, timeline, log, low] = segmentPattern.exec(name) ?? [];
  if (timeline === undefined || log === undefined || low === undefined) return null;
  const number = Number.parseInt(log, 16) * SEGMENTS_PER_LOG + Number.parseInt(low, 16);
  return { timeline: Number.parseInt(timeline, 16), number };
}

/** The name of a base backup without its extension. A colon is not valid in every file system. */
export const baseName = (finishedAt: Date, firstSegment: string, lastSegment: string): string =>
  `${finishedAt.toISOString().replaceAll(':', '-')}-${firstSegment}-${lastSegment}.tar`;

/** The archive of one database: base backups and the files of its log. */
export class ArchiveFolder {
  readonly path: string;
  /** The folder of the base backups. */
  readonly baseBackupsFolder: string;

  /**
   * @param parent contains the archives of all databases that were ever archived there
   * @param systemId see `readSystemId`
   */
  constructor(parent: string, systemId: string) {
    this.path = join(parent, systemId);
    this.baseBackupsFolder = baseBackupsIn(parent, systemId);
  }

  /** The folder of the log, which PostgreSQL calls its write-ahead log (WAL). */
  get logFolder(): string {
    return join(this.path, 'wal');
  }

  /** The path of an archived file of the log, encrypted or not. Null if it is not archived. */
  findLogFile(name: string): string | null {
    const path = join(this.logFolder, `${name}.zst`);
    return [path, `${path}.age`].find((each) => existsSync(each)) ?? null;
  }

  /** Lists the archive. Files with other names are left out. */
  read(): ArchiveContents {
    const segments = list(this.logFolder).flatMap((name) => this.#parseSegment(name));
    return {
      baseBackups: this.readBaseBackups(),
      segments: segments.sort((a, b) => a.timeline - b.timeline || a.number - b.number),
      gaps: list(this.logFolder).flatMap((name) => {
        const segment = name.endsWith(gapExtension) ? parseSegment(name.slice(0, 24)) : null;
        return segment === null ? [] : [segment];
      }),
    };
  }

  /** Records a gap: the log that is archived from now on does not continue the log that was archived so far. */
  markGap(): void {
    const last = this.read().segments.at(-1);
    if (last === undefined) return;
    const name = basename(last.path).slice(0, 24);
    writeFileSync(join(this.logFolder, `${name}${gapExtension}`), '', { mode: 0o600, flush: true });
  }

  /** Lists the base backups by time. */
  readBaseBackups(): BaseBackup[] {
    const baseBackups = list(this.baseBackupsFolder).flatMap((name) => this.#parseBase(name));
    return baseBackups.sort((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime());
  }

  /** Deletes the unfinished files of killed processes. Only the process that locked the database may call this. */
  removeUnfinished(): void {
    for (const folder of [this.baseBackupsFolder, this.logFolder])
      for (const name of list(folder))
        if (isUnfinished(name)) rmSync(join(folder, name), { force: true });
  }

  #parseBase(name: string): BaseBackup[] {
    const [, first = '', last = ''] = baseSegmentsPattern.exec(name) ?? [];
    const finishedAt = parseBaseBackupTime(name);
    const firstSegment = parseSegment(first);
    const lastSegment = parseSegment(last);
    if (finishedAt === null || firstSegment === null || lastSegment === null) return [];
    return [{ path: join(this.baseBackupsFolder, name), finishedAt, firstSegment, lastSegment }];
  }

  #parseSegment(file: string): SegmentFile[] {
    const segment = parseSegment(file.replace(/\.zst(\.age)?$/, ''));
    if (segment === null || !file.includes('.')) return [];
    return withTime(segment, join(this.logFolder, file));
  }
}

/** Lists the segments in PostgreSQL's own folder, archived or not. Some may have been prepared for later use. */
export const readOwnSegments = (data: string): SegmentFile[] =>
  list(join(data, 'pg_wal')).flatMap((name) => {
    const segment = parseSegment(name);
    return segment === null ? [] : withTime(segment, join(data, 'pg_wal', name));
  });

function withTime(segment: Segment, path: string): SegmentFile[] {
  const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtime;
  return writtenAt === undefined ? [] : [{ ...segment, path, writtenAt }];
}

/**
 * The number that identifies a database and all that are recovered from it: the first eight bytes of `pg_control`
 * (src/include/catalog/pg_control.h in PostgreSQL's source).
 */
export function readSystemId(data: string): string {
  const control = readFileSync(join(data, 'global', 'pg_control'));
  // Every supported platform is little-endian.
  return control.readBigUInt64LE(0).toString();
}

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
