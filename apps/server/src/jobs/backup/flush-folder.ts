import { open } from 'node:fs/promises';

/** Flushes a folder, so that a file that was renamed in it survives a power failure. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
