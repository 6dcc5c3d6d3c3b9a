import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a temporary DATA_DIR. If we are root, the database runs as another user, which must be able to
 * access it.
 */
export function createThrowawayFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'cairn-throwaway-'));
  if (process.getuid?.() === 0) chmodSync(folder, 0o711);
  return folder;
}

export function removeThrowawayFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
