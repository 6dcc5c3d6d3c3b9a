import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A DATA_DIR for one run. Root's database runs as another user, who has to get through. */
export function makeThrowawayFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'cairn-throwaway-'));
  if (process.getuid?.() === 0) chmodSync(folder, 0o711);
  return folder;
}

export function removeThrowawayFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
