import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  createThrowawayFolder,
  removeThrowawayFolder,
} from '../../../tools/product/throwaway-folder.ts';

/** The disk with the data of a run: the database's and the server's. */
export interface DataDisk {
  folder: string;
  /** False if the disk is the machine's, which must not be filled. */
  canBeFilled: boolean;
  /** Fills the disk to the last byte. */
  fill(): void;
  /** Deletes what `fill` wrote. */
  clear(): void;
  /** Deletes everything. */
  remove(): void;
}

// Enough for the log that PostgreSQL keeps (max_wal_size) and the data of a few hundred rounds.
const megabytes = 900;

/**
 * Creates a temporary folder. If this process may mount file systems (as root on Linux), the folder is a disk of its own
 * in memory, which can be filled without affecting anything else.
 */
export function createDataDisk(): DataDisk {
  const folder = createThrowawayFolder();
  const filler = join(folder, 'filler');
  const isMounted = mount(folder);
  const remove = () => {
    process.off('exit', remove);
    // Lazily, because a process that has just been killed may still have a file open.
    if (isMounted) execFileSync('umount', ['--lazy', folder]);
    removeThrowawayFolder(folder);
  };
  // After Ctrl-C, nothing else unmounts it.
  process.on('exit', remove);
  return {
    folder,
    canBeFilled: isMounted,
    fill: () => writeUntilFull(filler),
    clear: () => rmSync(filler, { force: true }),
    remove,
  };
}

function mount(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    const options = `size=${megabytes}m,mode=711`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'cairn-crash', folder], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    // Not permitted, as in most containers.
    return false;
  }
}

function writeUntilFull(file: string): void {
  const handle = openSync(file, 'w');
  try {
    // Ever smaller blocks, so that no byte is left.
    for (let bytes = 1 << 20; bytes >= 1; bytes >>= 4) writeBlocks(handle, Buffer.alloc(bytes));
  } finally {
    closeSync(handle);
  }
}

/** Writes a block until the disk is full. */
function writeBlocks(handle: number, block: Buffer): void {
  try {
    while (writeSync(handle, block) === block.length);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
