import type { Database, Transaction } from '../../apps/server/src/platform/database.ts';
import type { Statement } from '../../apps/server/src/platform/owned-sql.ts';

/** A statement of a transaction, and how many rows PostgreSQL went through for it. */
export interface Explained {
  statement: string;
  rows: number;
}

/** A node of a plan, as `explain (analyze, format json)` tells of it. */
interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/**
 * A database that has every statement of its transactions explained, and notes in `explained` how many rows were gone
 * through: a number that is the same however busy the machine is. Each is run once for that, undone, and run again.
 */
export function explainingDatabase(database: Database, explained: Explained[]): Database {
  const explain = async (transaction: Transaction, { text, values }: Statement) => {
    await transaction.executeSql('savepoint explaining');
    const { rows } = await transaction.executeSql(`explain (analyze, format json) ${text}`, values);
    await transaction.executeSql('rollback to savepoint explaining');
    const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }]; // The format that was asked for.
    explained.push({ statement: text.replaceAll(/\s+/g, ' '), rows: rowsOf(plans[0].Plan) });
  };
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction((transaction) => {
        const measured =
          <T>(run: (statement: Statement) => Promise<T>) =>
          async (statement: Statement): Promise<T> => {
            await explain(transaction, statement);
            return run(statement);
          };
        return work({
          executeSql: transaction.executeSql,
          run: measured(transaction.run),
          // The row types are their callers' claims.
          rows: measured(transaction.rows) as Transaction['rows'],
          row: measured(transaction.row) as Transaction['row'],
        });
      }, options),
  };
}

/** The rows that a node and all below it produced or threw away. */
function rowsOf(node: PlanNode): number {
  const each =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);
  return each * node['Actual Loops'] + below;
}
