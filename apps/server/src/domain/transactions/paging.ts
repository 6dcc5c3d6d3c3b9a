import { raw, type Sql } from 'sql-template-tag';
import { fragment } from '../../platform/database/owned-sql.ts';
import { isUuid } from '../../platform/identifiers.ts';
import { unprocessable } from '../../platform/problem.ts';
import { isCalendarDay } from '../money/periods.ts';

/** Transactions per page. */
export const pageSize = 50;

/** A keyset cursor: the sort key of a page's last row. */
export interface KeysetCursor {
  day: string;
  id: string;
}

/** Encodes a cursor as opaque, URL-safe text. */
export const encodeCursor = ({ day, id }: KeysetCursor): string =>
  Buffer.from(`${day} ${id}`).toString('base64url');

/** Decodes a cursor. Throws 422 if it is malformed. */
export function decodeCursor(text: string): KeysetCursor {
  const [day = '', id = ''] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
  if (!isCalendarDay(day) || !isUuid(id))
    throw unprocessable("This page link isn't valid. Start again from the first page.");
  return { day, id };
}

/** Returns the number of pages, at least 1. */
export const countPages = (rows: number): number => Math.max(1, Math.ceil(rows / pageSize));

/** A range of rows: at most `limit`, after skipping `offset` rows or after a cursor. */
export interface PageRange {
  limit: number;
  offset: number;
  after: KeysetCursor | null;
}

const emptyFragment = fragment``;

// A literal limit lets the planner reuse a generic plan. With a parameter, it would replan every call.
const literal = (limit: number): Sql => raw(String(Math.trunc(limit)));

/**
 * SQL condition: rows after a cursor. The subselects hide the values from the planner, which would
 * otherwise replan every call for its estimate of the remaining rows.
 */
export const afterCursor = ({ day, id }: KeysetCursor): Sql =>
  fragment`and (t.day, t.id) < ((select ${day}::date), (select ${id}::uuid))`;

/** SQL for the end of a statement on `counted_transactions t`: newest day first, then newest id. */
export const newestFirst = (page: PageRange): Sql => fragment`
  ${page.after === null ? emptyFragment : afterCursor(page.after)}
  order by t.day desc, t.id desc
  ${limitAndOffset(page)}`;

/** SQL for limit and offset. */
export const limitAndOffset = ({ limit, offset }: PageRange): Sql => fragment`
  limit ${literal(limit)}
  ${offset === 0 ? emptyFragment : fragment`offset ${offset}`}`;
