import { formatMessage } from '@cairn/contract/text/copy';
import { backupCopy } from './backup.copy.ts';

/** A backup or restore failed. The message is for the operator. */
export class BackupError extends Error {}

/** The database is empty, so there is nothing to back up. */
export class NothingToBackUpError extends BackupError {}

const diskFullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Describes a file system error in a sentence. Null if it is not one of the common ones. */
export function describeFileError(error: unknown, path: string): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (diskFullCodes.has(code)) return formatMessage(backupCopy.file.diskFull, { path });
  if (code === 'ENOENT') return formatMessage(backupCopy.file.notFound, { path });
  if (code === 'EACCES' || code === 'EPERM')
    return formatMessage(backupCopy.file.permissionDenied, { path });
  if (code === 'EISDIR') return formatMessage(backupCopy.file.isFolder, { path });
  if (code === 'EEXIST') return formatMessage(backupCopy.file.exists, { path });
  if (code === 'EROFS') return formatMessage(backupCopy.file.readOnly, { path });
  return null;
}
