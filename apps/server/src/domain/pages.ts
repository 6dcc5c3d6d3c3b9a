import { raw, type Sql } from 'sql-template-tag';
import { isUuid } from '../platform/identifiers.ts';
import { fragment } from '../platform/owned-sql.ts';
import { refused } from '../platform/problem.ts';
import { isCalendarDay } from './periods.ts';

/** How many transactions a page has. */
export const pageSize = 50;

/** Where a page ended: the place of its last row in the order of the list. */
export interface Place {
  day: string;
  id: string;
}

/** A place as an opaque token. */
export const tokenOf = ({ day, id }: Place): string =>
  Buffer.from(`${day} ${id}`).toString('base64url');

/** Reads a place token; refuses one that is not ours. */
export function placeOf(token: string): Place {
  const [day = '', id = ''] = Buffer.from(token, 'base64url').toString('utf8').split(' ');
  if (!isCalendarDay(day) || !isUuid(id))
    throw refused("The page's place token is not valid. Start again from the first page.");
  return { day, id };
}

/** At least one page, whatever the filter. */
export const pagesFor = (rows: number): number => Math.max(1, Math.ceil(rows / pageSize));

/** Which rows of a list: at most `limit`, after so many or after a place. */
export interface PageOfRows {
  limit: number;
  offset: number;
  after: Place | null;
}

const nothing = fragment``;

// A limit that the planner sees lets it keep one plan for all; as a parameter it plans every call.
const literal = (limit: number): Sql => raw(String(Math.trunc(limit)));

/** The rows after a place in the list. */
// A place that the planner saw would make it plan every call anew, for what it thinks is little left.
export const below = ({ day, id }: Place): Sql =>
  fragment`and (t.day, t.id) < ((select ${day}::date), (select ${id}::uuid))`;

/** The end of a statement on `counted_transactions t`: newest day first, then the newest id. */
export const newestFirst = (page: PageOfRows): Sql => fragment`
  ${page.after === null ? nothing : below(page.after)}
  order by t.day desc, t.id desc
  ${bounds(page)}`;

/** How many rows a page has, and how many are passed over. */
export const bounds = ({ limit, offset }: PageOfRows): Sql => fragment`
  limit ${literal(limit)}
  ${offset === 0 ? nothing : fragment`offset ${offset}`}`;
