import { join, resolve } from 'node:path';
import { parseEnvironment } from '../../../apps/server/src/environment-variables.ts';
import { archivesIn } from '../../../apps/server/src/jobs/backup/archive-layout.ts';
import { readBackupKey } from '../../../apps/server/src/jobs/backup/backup-encryption.ts';
import { BackupError } from '../../../apps/server/src/jobs/backup/backup-error.ts';
import { CommandError } from '../../command/command-error.mjs';
import { root } from '../../command/root.mjs';

/** How the embedded database is archived. */
export interface ArchiveOptions {
  /** Contains a folder for each database that was ever archived. */
  readonly folder: string;
  /** The key that the archive is encrypted with (see backup-encryption.ts). Null: it is not encrypted. */
  readonly secretKey: string | null;
  /** How far back the database can be restored. */
  readonly days: number;
  /** How often a base backup is created. */
  readonly baseBackupHours: number;
  /** The log is archived at least this often while there are changes. Later changes can be lost with the disk. */
  readonly maxSeconds: number;
}

/**
 * Reads how the embedded database is archived. Returns null if it is not archived.
 * @throws CommandError if a variable is invalid
 */
export function readArchiveOptions(
  environment: Readonly<Record<string, string>>,
  dataDir: string,
): ArchiveOptions | null {
  const errors: string[] = [];
  const { variables } = parseEnvironment(environment, errors);
  const error = errors.find((text) => text.startsWith('WAL_ARCHIVE_DAYS'));
  if (error !== undefined) throw new CommandError(error);
  if (variables.WAL_ARCHIVE_DAYS === 0) return null;
  if (environment.DATABASE_URL !== undefined)
    throw new CommandError(
      'WAL_ARCHIVE_DAYS applies to the embedded database. For your own database (DATABASE_URL), see docs/operations.md.',
    );
  return {
    folder: archivesIn(resolve(root, environment.BACKUP_DIR ?? join(dataDir, 'backups'))),
    secretKey: readSecretKey(environment.BACKUP_KEY_FILE),
    days: variables.WAL_ARCHIVE_DAYS,
    baseBackupHours: 24,
    maxSeconds: 60,
  };
}

function readSecretKey(file: string | undefined): string | null {
  if (file === undefined) return null;
  try {
    return readBackupKey(resolve(root, file));
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(`BACKUP_KEY_FILE: ${error.message}`);
    throw error;
  }
}
