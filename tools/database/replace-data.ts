import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** PostgreSQL's data folder in the database folder. */
export const dataName = 'postgres';
/** Describes a replacement of the data folder until it is complete. */
const journalName = 'postgres.replacement';

/** Names in the database folder. */
interface Replacement {
  /** The new data folder. */
  readonly replacement: string;
  /** What the current data folder is renamed to. */
  readonly previous: string;
}

/**
 * Replaces PostgreSQL's data folder with another one, and keeps the previous one under another name. If this process is
 * killed in between, the next start completes the replacement. Otherwise, it would create an empty database.
 *
 * @param folder the database folder, locked by this process
 */
export function replaceData(folder: string, replacement: Replacement): void {
  const journal = join(folder, journalName);
  writeFileSync(`${journal}.new`, JSON.stringify(replacement), { flush: true });
  renameSync(`${journal}.new`, journal);
  flush(folder);
  completeReplacement(folder);
}

/** Completes a replacement that was interrupted. The caller has locked the database folder. */
export function completeReplacement(folder: string): void {
  const journal = join(folder, journalName);
  if (!existsSync(journal)) return;
  // Written by replaceData.
  const names = JSON.parse(readFileSync(journal, 'utf8')) as Replacement;
  const [data, replacement, previous] = [dataName, names.replacement, names.previous].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  if (existsSync(replacement)) {
    if (existsSync(data)) renameSync(data, previous);
    renameSync(replacement, data);
    flush(folder);
  }
  rmSync(journal);
}

function flush(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
