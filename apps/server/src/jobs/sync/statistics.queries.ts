import type { Transaction } from '../../platform/database.ts';
import type { Services } from '../../services.ts';

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
 * Has PostgreSQL count anew what its planner goes by, after a sync that changed a good part of all rows
 * there are. It does so by itself, but up to a minute later: until then the first look at a long history
 * that has just been linked would be planned as if there were one row. Never throws: it is worth no sync.
 * @param changed how many rows the sync wrote.
 */
export async function tellPlanner({ database, log }: Services, changed: number): Promise<void> {
  if (changed < fewRows) return;
  try {
    const { rows } = await database.executeSql(
      `select 1 from pg_class
       where oid = 'transactions'::regclass
         and greatest(reltuples, 0) * ${worthTelling} < $1::integer`,
      [changed],
    );
    if (rows.length === 0) return;
    await database.executeSql(
      `analyze transactions, accounts, balance_snapshots, posted_days, day_totals,
         day_category_totals, recurring_streams, stream_transactions`,
    );
  } catch (error) {
    log.warn({ event: 'planner_not_told', reason: String(error) });
  }
}
