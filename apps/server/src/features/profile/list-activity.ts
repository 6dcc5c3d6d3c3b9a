import type { Queries } from '../../platform/database/database.ts';
import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { unprocessable } from '../../platform/problem.ts';
import { profileCopy } from './profile.copy.ts';
import { listActivity } from './profile.queries.ts';

const pageSize = 50;

/** Returns a page of the user's activity, newest first, and the cursor of the next page, or null if there is none. */
export async function listActivityPage(
  queries: Queries,
  userId: UserId,
  after: string | undefined,
) {
  const before = after === undefined ? null : parseCursor(after);
  // One entry more than a page, to know whether another page follows.
  const entries = await listActivity(queries, userId, { before, limit: pageSize + 1 });
  const shown = entries.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    events: shown.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    next: entries.length > pageSize && last !== undefined ? formatCursor(last.id) : null,
  };
}

const formatCursor = (id: string): string => Buffer.from(id).toString('base64url');

function parseCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!isUuid(id)) throw unprocessable(profileCopy.invalidActivityPage);
  return id;
}
