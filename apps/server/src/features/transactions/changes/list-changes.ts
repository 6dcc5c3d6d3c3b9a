import type { Queries } from '../../../platform/database/database.ts';
import { isUuid, type UserId } from '../../../platform/identifiers.ts';
import { unprocessable } from '../../../platform/problem.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { listChanges, listExamples } from './changes.queries.ts';

const pageSize = 50;

/** Returns a page of the user's changes, newest first, and the cursor of the next page, or null if there is none. */
export async function listChangesPage(queries: Queries, userId: UserId, after: string | undefined) {
  const before = after === undefined ? null : parseCursor(after);
  // One change more than a page, to know whether another page follows.
  const rows = await listChanges(queries, userId, { before, limit: pageSize + 1 });
  const shown = rows.slice(0, pageSize);
  const examples = Map.groupBy(
    await listExamples(
      queries,
      userId,
      shown.map(({ id }) => id),
    ),
    ({ change_id }) => change_id,
  );
  const last = shown.at(-1);
  return {
    changes: shown.map(({ target_count, pending_count, at, ...change }) => ({
      ...change,
      at: at.toISOString(),
      count: target_count,
      pending: pending_count,
      examples: (examples.get(change.id) ?? []).map(({ id, name, ...values }) => ({
        transaction_id: id,
        name,
        before: toWire(values.before),
        after: toWire(values.after),
      })),
    })),
    next: rows.length > pageSize && last !== undefined ? formatCursor(last.id) : null,
  };
}

/** Converts recorded values to their API form, in which the list of tags is mutable. */
const toWire = <T extends { tags?: readonly string[] }>({ tags, ...values }: T) => ({
  ...values,
  ...(tags === undefined ? {} : { tags: [...tags] }),
});

const formatCursor = (id: string): string => Buffer.from(id).toString('base64url');

function parseCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!isUuid(id)) throw unprocessable(transactionsCopy.invalidChangesPage);
  return id;
}
