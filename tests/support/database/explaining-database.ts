import type { Database, Transaction } from '../../../apps/server/src/platform/database/database.ts';
import type { Statement } from '../../../apps/server/src/platform/database/owned-sql.ts';

/** A statement, and the number of rows that PostgreSQL processed for it. */
export interface ExplainedStatement {
  statement: string;
  rows: number;
}

/** A plan node of `explain (analyze, format json)`. */
interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/**
 * Creates a database that explains every statement in its transactions and adds the processed rows to
 * `explained`. Unlike durations, that number does not depend on the machine's load. Each statement runs
 * once for the explanation, is rolled back, and runs again.
 */
export function createExplainingDatabase(
  database: Database,
  explained: ExplainedStatement[],
): Database {
  const explain = async (transaction: Transaction, { text, values }: Statement) => {
    await transaction.executeSql('savepoint explaining');
    const { rows } = await transaction.executeSql(`explain (analyze, format json) ${text}`, values);
    await transaction.executeSql('rollback to savepoint explaining');
    const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }]; // The requested format.
    explained.push({ statement: text.replaceAll(/\s+/g, ' '), rows: countRows(plans[0].Plan) });
  };
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction((transaction) => {
        const withExplain =
          <T>(run: (statement: Statement) => Promise<T>) =>
          async (statement: Statement): Promise<T> => {
            await explain(transaction, statement);
            return run(statement);
          };
        return work({
          executeSql: transaction.executeSql,
          run: withExplain(transaction.run),
          // The callers assert the row types.
          rows: withExplain(transaction.rows) as Transaction['rows'],
          row: withExplain(transaction.row) as Transaction['row'],
        });
      }, options),
  };
}

/** The rows that a node and its descendants produced or filtered out. */
function countRows(node: PlanNode): number {
  const rowsPerLoop =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const childRows = (node.Plans ?? []).reduce((sum, child) => sum + countRows(child), 0);
  return rowsPerLoop * node['Actual Loops'] + childRows;
}
