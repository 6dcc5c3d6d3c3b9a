import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Statement } from './owned-sql.ts';

/** A query that is prepared if it has a name. */
export type NamedQuery = pg.QueryConfig & { text: string };

const statementNames = new Map<string, string>();

/** A named statement is prepared once per connection. A custom plan needs an unnamed one. */
export const toQuery = (
  { text, values, customPlan }: Statement,
  preparesStatements: boolean,
): NamedQuery => namedQuery(text, values, preparesStatements && customPlan !== true);

/** A query that is prepared under its name if `isPrepared`. */
export const namedQuery = (text: string, values: unknown[], isPrepared: boolean): NamedQuery => ({
  ...(isPrepared ? { name: statementName(text) } : {}),
  text,
  values,
});

/** Names a prepared statement by the hash of its text. */
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    // Statements vary only by the filters in use. The limit protects memory in case of a bug.
    if (statementNames.size < 2_000) statementNames.set(text, name);
  }
  return name;
}
