import type { Queries } from '../../../platform/database/database.ts';
import { fragment } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';

/** A row of the export: its columns by their exported names, and its cursor (its position in the order of the rows). */
export type ExportedRow = { cursor: string } & Record<string, unknown>;

/** Reads the next page: at most `rowsPerPage` rows after a cursor, in order. */
export type ReadPage = (queries: Queries, userId: UserId, after: string) => Promise<ExportedRow[]>;

/** One table of the export. It becomes `<name>.json` and `<name>.csv`. */
export interface ExportedFile {
  name: string;
  table: string;
  /** A sentence about the contents, for the user. */
  description: string;
  /** The exported names in order, each with its column in the table. */
  columns: Readonly<Record<string, string>>;
  /** The columns that are not exported, each with the reason. */
  omitted: Readonly<Record<string, string>>;
  /** The exported names of amounts: decimal text in the database, numbers in JSON. */
  amounts?: readonly string[];
  read: ReadPage;
  /** The cursor that precedes every row. Default: the nil UUID. */
  initialCursor?: string;
}

/** Rows per page: few enough for a negligible amount of memory. */
export const rowsPerPage = 500;

/** The limit clause of a statement that reads a page: `rowsPerPage`. */
export const pageLimit = fragment`limit 500`;

/** The nil UUID. Sorts before every id. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';
