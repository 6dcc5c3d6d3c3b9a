import { isCalendarDay } from '../../domain/periods.ts';
import { isUuid } from '../../platform/identifiers.ts';
import { refused } from '../../platform/problem.ts';

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
