import type { Transaction } from '../../../platform/database/database.ts';
import type { Logger } from '../../../platform/log.ts';

// With fewer changed rows, any plan is fast.
const minChangedRows = 500;
// The share of changed rows at which PostgreSQL itself analyzes a table (autovacuum_analyze_scale_factor).
const minChangedShare = 0.1;

/**
 * Makes the planner expect many rows, for a transaction that writes several pages. Its statistics do not include
 * uncommitted rows, so it would assume that a new user has none and choose nested loops over all of their rows. For a
 * single page, index lookups are faster, so don't call this. A transaction that writes several pages also needs fresh
 * query plans. Use its `customPlans` option for that, not `plan_cache_mode`, which would also replan the foreign key
 * check of every row.
 */
export async function planForBulkWrite(transaction: Transaction): Promise<void> {
  await transaction.executeSql('set local enable_nestloop = off');
  await transaction.executeSql(`set local work_mem = '64MB'`);
}

/**
 * Analyzes the transactions that were just written, if they are a large share of the table. The planner can then be
 * trusted again, so nested loops are allowed. Otherwise the settings of `planForBulkWrite` stay in effect.
 * @param changed number of rows that the transaction wrote
 */
export async function planForWrittenRows(
  transaction: Transaction,
  log: Logger,
  changed: number,
): Promise<void> {
  if (!(await isLargeChange(transaction, changed))) return;
  if (await analyze(transaction, log, 'transactions'))
    await transaction.executeSql('set local enable_nestloop = on');
}

/**
 * Updates the planner's statistics at the end of a transaction that changed a large share of all rows. PostgreSQL
 * does so too, but up to a minute later. Until then it would plan for a single row, which makes the first requests
 * after linking a long history slow.
 * @param changed number of rows that the transaction wrote
 */
export async function analyzeTables(
  transaction: Transaction,
  log: Logger,
  changed: number,
): Promise<void> {
  if (await isLargeChange(transaction, changed)) await analyze(transaction, log, allTables);
}

const allTables = `transactions, accounts, balance_snapshots, daily_posted_totals, daily_totals,
  daily_category_totals, monthly_group_totals, search_texts, recurring_streams, stream_transactions`;

async function isLargeChange(transaction: Transaction, changed: number): Promise<boolean> {
  if (changed < minChangedRows) return false;
  const { rows } = await transaction.executeSql(
    `select 1 from pg_class
     where oid = 'transactions'::regclass
       and greatest(reltuples, 0) * ${minChangedShare} < $1::integer`,
    [changed],
  );
  return rows.length > 0;
}

/**
 * Analyzes tables from a sample of 3,000 rows each, which is precise enough until PostgreSQL's own analyze. A failure
 * is logged and rolled back to the savepoint, so that the sync still succeeds. Returns false in that case.
 */
async function analyze(transaction: Transaction, log: Logger, tables: string): Promise<boolean> {
  await transaction.executeSql('savepoint analyzing');
  try {
    await transaction.executeSql('set local default_statistics_target = 10');
    await transaction.executeSql(`analyze ${tables}`);
    return true;
  } catch (error) {
    log.warn({ event: 'analyze_failed', reason: String(error) });
    await transaction.executeSql('rollback to savepoint analyzing');
    return false;
  }
}
