import type { Transaction } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';

// Below this any plan is quick.
const fewRows = 500;
// By PostgreSQL's own rule, of what it knew of.
const worthTelling = 0.1;

/**
 * Has the statements of a transaction that writes several pages planned for many rows. The planner knows
 * nothing of rows that are not committed or not counted yet: it takes a new customer to have none, and would
 * go through all of theirs once for each of some. For a page or less, looking up each is the better way, and
 * stays. Such a transaction is also to have its statements planned anew, and by no setting: that would plan
 * the check of a foreign key anew as well, for each row.
 */
export async function planForMany(transaction: Transaction): Promise<void> {
  await transaction.executeSql('set local enable_nestloop = off');
  await transaction.executeSql(`set local work_mem = '64MB'`);
}

/**
 * Has the rest of the transaction planned for the rows that it has just written, where they are a good part of
 * all there are: looking up each of some is the better way again. Else `planForMany` stays.
 * @param changed how many rows the transaction wrote.
 */
export async function planForWritten(
  transaction: Transaction,
  log: Logger,
  changed: number,
): Promise<void> {
  if (!(await isWorthTelling(transaction, changed))) return;
  if (await countAnew(transaction, log, 'transactions'))
    await transaction.executeSql('set local enable_nestloop = on');
}

/**
 * Has PostgreSQL count anew what its planner goes by, in a transaction that changed a good part of all rows
 * there are, when it has written everything: the first look at a long history that has just been linked is
 * planned for its rows. PostgreSQL counts by itself as well, but up to a minute later; until then it would
 * plan for one row.
 * @param changed how many rows the transaction wrote.
 */
export async function tellPlanner(
  transaction: Transaction,
  log: Logger,
  changed: number,
): Promise<void> {
  if (await isWorthTelling(transaction, changed)) await countAnew(transaction, log, everyTable);
}

const everyTable = `transactions, accounts, balance_snapshots, posted_days, day_totals,
  day_category_totals, day_texts, recurring_streams, stream_transactions`;

async function isWorthTelling(transaction: Transaction, changed: number): Promise<boolean> {
  if (changed < fewRows) return false;
  const { rows } = await transaction.executeSql(
    `select 1 from pg_class
     where oid = 'transactions'::regclass
       and greatest(reltuples, 0) * ${worthTelling} < $1::integer`,
    [changed],
  );
  return rows.length > 0;
}

/**
 * Looks at three thousand rows of each table: enough to tell much from little, and PostgreSQL looks more closely
 * when it counts by itself. What goes wrong here is worth no sync: it is undone and noted, and the rest stays.
 */
async function countAnew(transaction: Transaction, log: Logger, tables: string): Promise<boolean> {
  await transaction.executeSql('savepoint counting');
  try {
    await transaction.executeSql('set local default_statistics_target = 10');
    await transaction.executeSql(`analyze ${tables}`);
    return true;
  } catch (error) {
    log.warn({ event: 'planner_not_told', reason: String(error) });
    await transaction.executeSql('rollback to savepoint counting');
    return false;
  }
}
