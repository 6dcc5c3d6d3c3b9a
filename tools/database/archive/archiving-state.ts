import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file in PostgreSQL's data folder. No base backup contains it. */
export const archivingStateName = 'cairn-archiving';

/**
 * What is known about the archive of a database:
 * - `none`: it was never archived. Its role has no right to create base backups.
 * - `prepared`: the role has that right, but the log was not archived continuously since the latest base backup.
 * - `continuous`: the log was archived without a gap since the latest base backup.
 */
export type ArchivingState = 'none' | 'prepared' | 'continuous';

export function readArchivingState(data: string): ArchivingState {
  const file = join(data, archivingStateName);
  if (!existsSync(file)) return 'none';
  return readFileSync(file, 'utf8').trim() === 'continuous' ? 'continuous' : 'prepared';
}

/** Stores the state, so that it survives a power failure. */
export function writeArchivingState(data: string, state: 'prepared' | 'continuous'): void {
  const file = join(data, archivingStateName);
  const draft = `${file}.new`;
  // PostgreSQL, which may run as another user, reads all files in its folder after a crash.
  writeFileSync(draft, `${state}\n`, { mode: 0o644, flush: true });
  renameSync(draft, file);
}
