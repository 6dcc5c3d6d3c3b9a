import { join } from 'node:path';

/** The folder of all archives of embedded databases, in the folder of the daily backups. */
export const archivesIn = (backupDir: string): string => join(backupDir, 'archive');

/** The folder of the base backups of one database. */
export const baseBackupsIn = (archives: string, systemId: string): string =>
  join(archives, systemId, 'base');

/** Reads the time of a base backup from the name of its file. Null for other files. */
export function parseBaseBackupTime(name: string): Date | null {
  const [, day, hours, minutes, seconds] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3})Z-.*\.tar\.zst(\.age)?$/.exec(name) ?? [];
  return day === undefined ? null : new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
}
