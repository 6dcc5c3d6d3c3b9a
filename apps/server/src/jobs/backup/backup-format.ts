import { BackupError } from './backup-error.ts';

/**
 * A backup is a gzipped text, to be read with `zcat`: comment lines of ours, and for each table the
 * statement and the rows as PostgreSQL's COPY writes them (a row a line, then `\.`).
 *
 *     -- cairn-backup 1
 *     -- {"made_at":"…","schema":["0001_identity",…],"token_keys":["k1 3f…"]}
 *     copy "users" ("user_id","email",…) from stdin;
 *     …
 *     \.
 *     -- job {"name":"sync-item",…}
 *     -- end {"rows":{"users":12,…},"jobs":1,"sha256":"…"}
 *
 * `sha256` is of every byte before its line. A file without that line is not whole.
 */
export const firstLine = '-- cairn-backup 1';
export const endOfRows = '\\.';
const endMark = '-- end ';
const jobMark = '-- job ';
const commentMark = '-- ';

/** What is known before the rows. */
export interface BackupHead {
  /** UTC, ISO 8601: the moment that the backup shows. */
  made_at: string;
  /** The migrations that its tables have gone through, in their order. */
  schema: string[];
  /** Which keys its sealed texts need: the id and a mark of each, see `markOf`. */
  token_keys: string[];
}

/** What is known after them. */
export interface BackupEnd {
  /** How many rows of each table. */
  rows: Record<string, number>;
  jobs: number;
  sha256: string;
}

/** Background work that was open. */
export interface SavedJob {
  name: string;
  data: object;
  singleton_key: string | null;
  /** UTC, ISO 8601. */
  start_after: string;
}

/** A table, and those of its columns that are not worked out from others. */
export interface SavedTable {
  name: string;
  columns: string[];
}

export const headLine = (head: BackupHead): string => `${commentMark}${JSON.stringify(head)}\n`;
export const endLine = (end: BackupEnd): string => `${endMark}${JSON.stringify(end)}\n`;
export const jobLine = (job: SavedJob): string => `${jobMark}${JSON.stringify(job)}\n`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The table and its columns, as SQL names them. */
export const tableSql = ({ name, columns }: SavedTable): string =>
  `${quoted(name)} (${columns.map(quoted).join(',')})`;

export const tableLine = (table: SavedTable): string => `copy ${tableSql(table)} from stdin;\n`;

/** A line between tables. */
export type MarkLine =
  | { kind: 'table'; table: SavedTable }
  | { kind: 'job'; job: SavedJob }
  | { kind: 'end'; end: BackupEnd };

// Every cast below is of JSON whose bytes the hash at the end of the file vouches for.
export function parseMark(line: string): MarkLine {
  if (line.startsWith(endMark))
    return { kind: 'end', end: parseJson(line.slice(endMark.length)) as BackupEnd };
  if (line.startsWith(jobMark))
    return { kind: 'job', job: parseJson(line.slice(jobMark.length)) as SavedJob };
  const copied = /^copy (".+") \((".+")\) from stdin;$/.exec(line);
  if (copied === null)
    throw new BackupError('This backup is damaged: a line in it is no part of one.');
  const [, name = '', columns = ''] = copied;
  const plain = (text: string) => text.slice(1, -1).replaceAll('""', '"');
  return {
    kind: 'table',
    table: { name: plain(name), columns: columns.split(/(?<="),(?=")/).map(plain) },
  };
}

export function parseHead(line: string): BackupHead {
  return parseJson(line.slice(commentMark.length)) as BackupHead;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupError('This backup is damaged: a line in it is no part of one.');
  }
}
