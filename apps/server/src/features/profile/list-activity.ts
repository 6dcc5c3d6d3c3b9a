import type { Queries } from '../../platform/database.ts';
import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { refused } from '../../platform/problem.ts';
import { listActivity } from './profile.queries.ts';

const pageSize = 50;

/** A page of the user's activity, newest first, and the token of the next page where there is one. */
export async function activityPage(queries: Queries, userId: UserId, after: string | undefined) {
  const before = after === undefined ? null : placeOf(after);
  // One more than is shown tells whether anything follows.
  const found = await listActivity(queries, userId, { before, limit: pageSize + 1 });
  const shown = found.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    events: shown.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    next: found.length > pageSize && last !== undefined ? tokenOf(last.id) : null,
  };
}

const tokenOf = (id: string): string => Buffer.from(id).toString('base64url');

function placeOf(token: string): string {
  const id = Buffer.from(token, 'base64url').toString('utf8');
  if (!isUuid(id))
    throw refused("The page's place token is not valid. Start again from the first page.");
  return id;
}
