import type pg from 'pg';
import { decodeCursor } from '../apps/server/src/domain/transactions/paging.ts';
import { findSession } from '../apps/server/src/features/auth/auth.queries.ts';
import { listUnfilteredPage } from '../apps/server/src/features/transactions/transactions.queries.ts';
import type { Queries } from '../apps/server/src/platform/database/database.ts';
import type { Statement } from '../apps/server/src/platform/database/owned-sql.ts';
import { asUserId } from '../apps/server/src/platform/identifiers.ts';

/** The SQL statements of a call, to be run through `pg` alone. */
export type Statements = pg.QueryConfig[];

/** The statements for one page of 50 transactions: the session check and the page. */
export async function pageStatements(
  session: { userId: string; sessionId: string },
  after?: string,
): Promise<Statements> {
  const recorded: Statements = [];
  const record = async (statement: Statement) => {
    recorded.push({
      name: `bench ${statement.text.length} ${after === undefined ? 'first' : 'after'}`,
      text: statement.text,
      values: statement.values,
    });
    return [];
  };
  const queries: Queries = {
    rows: record,
    row: async (statement) => (await record(statement))[0],
    run: async (statement) => (await record(statement)).length,
  };
  const userId = asUserId(session.userId);
  await findSession(queries, { userId, sessionId: session.sessionId });
  const page = { limit: 51, offset: 0, after: after === undefined ? null : decodeCursor(after) };
  await listUnfilteredPage(queries, userId, page);
  return recorded;
}
