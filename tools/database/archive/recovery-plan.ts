import { existsSync, readdirSync } from 'node:fs';
import { DatabaseError } from '../database-error.ts';
import { ArchiveFolder, readOwnSegments, readSystemId } from './archive-folder.ts';
import { readArchivingState } from './archiving-state.ts';
import { describeWindows, findWindow, type RestoreWindow, restoreWindows } from './windows.ts';

/** What a recovery to a time needs. */
export interface RecoveryPlan {
  readonly archive: ArchiveFolder;
  readonly window: RestoreWindow;
  readonly until: Date;
  /** The current data folder, if its log continues the archived one. */
  readonly data: string | null;
}

/**
 * Finds the base backup from which a database can be recovered to a time.
 *
 * @param archives the folder of all archives
 * @param data PostgreSQL's data folder. If it doesn't exist, `archives` must have a single archive, which is used.
 * @throws DatabaseError if that time can't be restored, with the times that can
 */
export function planRecovery(archives: string, data: string, until: Date): RecoveryPlan {
  const hasData = existsSync(data);
  const archive = hasData
    ? new ArchiveFolder(archives, readSystemId(data))
    : findOnlyArchive(archives);
  // Only then does the log of the data folder continue the archived one.
  const isContinuous = hasData && readArchivingState(data) === 'continuous';
  const windows = restoreWindows(archive.read(), isContinuous ? readOwnSegments(data) : []);
  if (windows.length === 0) throw new DatabaseError(describeMissingBackup(archive, archives));
  const window = findWindow(windows, until);
  if (window === null)
    throw new DatabaseError(
      `The archive can't restore ${until.toISOString()}. It can restore any time ${describeWindows(windows)}. Nothing was changed.`,
    );
  return { archive, window, until, data: isContinuous ? data : null };
}

function findOnlyArchive(archives: string): ArchiveFolder {
  const names = listArchives(archives);
  const [only] = names;
  if (only === undefined) throw new DatabaseError(`There is no archive in ${archives}.`);
  if (names.length > 1)
    throw new DatabaseError(
      `${archives} has the archives of several databases: ${names.join(', ')}. Move all but one of them elsewhere.`,
    );
  return new ArchiveFolder(archives, only);
}

function describeMissingBackup({ path }: ArchiveFolder, archives: string): string {
  const hasOthers = listArchives(archives).some((name) => !path.endsWith(name));
  return (
    `There is no complete base backup of this database in ${path}. If WAL_ARCHIVE_DAYS is set, a database is archived from its next start on. ` +
    (hasOthers
      ? `To restore the archive of another database from ${archives}, set DATA_DIR to an empty folder and BACKUP_DIR to the current one. `
      : '') +
    'Nothing was changed.'
  );
}

const listArchives = (archives: string): string[] =>
  existsSync(archives) ? readdirSync(archives).filter((name) => /^\d+$/.test(name)) : [];
