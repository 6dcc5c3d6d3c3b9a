import { backupCopy } from './backup.copy.ts';
import { BackupError } from './backup-error.ts';

/**
 * A backup is a gzipped text file that can be read with `zcat`. It has comment lines and, for each table, a statement
 * and the rows in PostgreSQL's COPY format (one row per line, then `\.`).
 *
 *     -- cairn-backup 1
 *     -- {"made_at":"…","schema":["0001_identity",…],"token_keys":["k1 3f…"]}
 *     copy "users" ("user_id","email",…) from stdin;
 *     …
 *     \.
 *     -- job {"name":"sync-item",…}
 *     -- end {"rows":{"users":12,…},"jobs":1,"sha256":"…"}
 *
 * `sha256` is the hash of every byte before its line. A file without that line is incomplete.
 */
export const firstLine = '-- cairn-backup 1';
export const endOfRows = '\\.';
const endPrefix = '-- end ';
const jobPrefix = '-- job ';
const commentPrefix = '-- ';

/** The line before the rows. */
export interface BackupHead {
  /** The instant that the backup shows (UTC, ISO 8601). */
  made_at: string;
  /** The migrations that were applied, in order. */
  schema: string[];
  /** The keys that are needed to decrypt the tokens in the backup: id and fingerprint, see key-fingerprints.ts. */
  token_keys: string[];
}

/** The line after the rows. */
export interface BackupEnd {
  /** Number of rows by table. */
  rows: Record<string, number>;
  jobs: number;
  sha256: string;
}

/** A job that hasn't finished. */
export interface SavedJob {
  name: string;
  data: object;
  singleton_key: string | null;
  /** UTC, ISO 8601. */
  start_after: string;
}

/** A table and its columns, without generated ones. */
export interface SavedTable {
  name: string;
  columns: string[];
}

export const headLine = (head: BackupHead): string => `${commentPrefix}${JSON.stringify(head)}\n`;
export const endLine = (end: BackupEnd): string => `${endPrefix}${JSON.stringify(end)}\n`;
export const jobLine = (job: SavedJob): string => `${jobPrefix}${JSON.stringify(job)}\n`;

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns a table and its columns in SQL. */
export const tableSql = ({ name, columns }: SavedTable): string =>
  `${quote(name)} (${columns.map(quote).join(',')})`;

export const tableLine = (table: SavedTable): string => `copy ${tableSql(table)} from stdin;\n`;

/** A line that is not a row: the beginning of a table, a job, or the end of the backup. */
export type SectionLine =
  | { kind: 'table'; table: SavedTable }
  | { kind: 'job'; job: SavedJob }
  | { kind: 'end'; end: BackupEnd };

// The casts below are safe, because the hash at the end of the file covers the JSON.
export function parseSectionLine(line: string): SectionLine {
  if (line.startsWith(endPrefix))
    return { kind: 'end', end: parseJson(line.slice(endPrefix.length)) as BackupEnd };
  if (line.startsWith(jobPrefix))
    return { kind: 'job', job: parseJson(line.slice(jobPrefix.length)) as SavedJob };
  const match = /^copy (".+") \((".+")\) from stdin;$/.exec(line);
  if (match === null) throw new BackupError(backupCopy.restore.invalidLine);
  const [, name = '', columns = ''] = match;
  const unquote = (text: string) => text.slice(1, -1).replaceAll('""', '"');
  return {
    kind: 'table',
    table: { name: unquote(name), columns: columns.split(/(?<="),(?=")/).map(unquote) },
  };
}

export function parseHead(line: string): BackupHead {
  return parseJson(line.slice(commentPrefix.length)) as BackupHead;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupError(backupCopy.restore.invalidLine);
  }
}
