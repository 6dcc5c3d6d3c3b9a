/** A backup or a restore that could not be done; the message is for the person who runs Cairn. */
export class BackupError extends Error {}

/** There is no database of Cairn to back up yet. */
export class NothingToBackUpError extends BackupError {}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What went wrong with a file, in words; null where it is none of the usual. */
export function fileTrouble(error: unknown, path: string): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (fullCodes.has(code)) return `The disk is full, so ${path} could not be written.`;
  if (code === 'ENOENT') return `There is no ${path}.`;
  if (code === 'EACCES' || code === 'EPERM') return `${path}: permission denied.`;
  if (code === 'EISDIR') return `${path} is a folder.`;
  if (code === 'EROFS') return `${path} is on a disk that takes no writes.`;
  return null;
}
