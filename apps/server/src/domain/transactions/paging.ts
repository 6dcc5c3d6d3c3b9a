import { raw, type Sql } from 'sql-template-tag';
import { fragment } from '../../platform/database/owned-sql.ts';
import { isUuid } from '../../platform/identifiers.ts';
import { unprocessable } from '../../platform/problem.ts';
import { isCalendarDay } from '../money/periods.ts';

/** Transactions per page. */
export const pageSize = 50;

/** Where a page ended: the sort key of its last row. */
export interface Place {
  day: string;
  id: string;
}

/** Encodes a place as an opaque keyset cursor. */
export const encodePlace = ({ day, id }: Place): string =>
  Buffer.from(`${day} ${id}`).toString('base64url');

/** Decodes a keyset cursor. Throws 422 if it is malformed. */
export function decodePlace(token: string): Place {
  const [day = '', id = ''] = Buffer.from(token, 'base64url').toString('utf8').split(' ');
  if (!isCalendarDay(day) || !isUuid(id))
    throw unprocessable("This page link isn't valid. Start again from the first page.");
  return { day, id };
}

/** Returns the number of pages, at least 1. */
export const countPages = (rows: number): number => Math.max(1, Math.ceil(rows / pageSize));

/** A range of rows: at most `limit`, after skipping `offset` rows or after a place. */
export interface PageRange {
  limit: number;
  offset: number;
  after: Place | null;
}

const nothing = fragment``;

// A literal limit lets the planner reuse a generic plan. With a parameter it replans every call.
const literal = (limit: number): Sql => raw(String(Math.trunc(limit)));

/**
 * SQL condition: rows after a place in the list. The subselects hide the values from the planner, which would
 * otherwise replan every call for its estimate of the remaining rows.
 */
export const afterPlace = ({ day, id }: Place): Sql =>
  fragment`and (t.day, t.id) < ((select ${day}::date), (select ${id}::uuid))`;

/** SQL for the end of a statement on `counted_transactions t`: newest day first, then newest id. */
export const newestFirst = (page: PageRange): Sql => fragment`
  ${page.after === null ? nothing : afterPlace(page.after)}
  order by t.day desc, t.id desc
  ${limitAndOffset(page)}`;

/** SQL for limit and offset. */
export const limitAndOffset = ({ limit, offset }: PageRange): Sql => fragment`
  limit ${literal(limit)}
  ${offset === 0 ? nothing : fragment`offset ${offset}`}`;
