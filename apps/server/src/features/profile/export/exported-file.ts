import type { Queries } from '../../../platform/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { fragment } from '../../../platform/owned-sql.ts';

/** A row as it is read for the export: its columns by their exported names, and where it stands. */
export type ExportedRow = { place: string } & Record<string, unknown>;

/** Reads the rows after a place, in the order of their places; at most a page of them. */
export type ReadPage = (queries: Queries, userId: UserId, after: string) => Promise<ExportedRow[]>;

/** One table in the export: it becomes `<name>.json` and `<name>.csv`. */
export interface ExportedFile {
  name: string;
  table: string;
  /** What it holds, in a sentence for the person whose data it is. */
  about: string;
  /** The exported names in order, each with the column of the table that it tells. */
  columns: Readonly<Record<string, string>>;
  /** The columns that it does not tell, each with the reason. */
  leftOut: Readonly<Record<string, string>>;
  /** Exported names of amounts: decimal text from the database, numbers in JSON. */
  amounts?: readonly string[];
  read: ReadPage;
  /** The place before the first row, where it is not an id. */
  start?: string;
}

/** Rows that are read at once: few enough to be nothing in memory. */
export const rowsPerPage = 500;

/** Ends a statement that reads a page. */
export const page = fragment`limit 500`;

/** Comes before every id. */
export const beforeEveryId = '00000000-0000-0000-0000-000000000000';
