import type { Transaction } from '../../platform/database.ts';
import { owned } from '../../platform/owned-sql.ts';
import type { Services } from '../../services.ts';
import type { Lease } from './lease.queries.ts';

// Below this any plan is quick.
const fewRows = 500;
// By PostgreSQL's own rule, of what it knew of.
const worthTelling = 0.1;

/**
 * Has a transaction that writes several pages planned for many rows. The planner knows nothing of rows
 * that are not committed or not counted yet: it takes a new customer to have none, and would go through
 * all of theirs once for each of some. For a page or less, looking up each is the better way, and stays.
 */
export async function planForMany(
  transaction: Transaction,
  { userId, itemId, token }: Lease,
): Promise<void> {
  const several = await transaction.row(owned`
    select 1
    from sync_pages
    where user_id = ${userId}
      and item_id = ${itemId}
      and lease_token = ${token}
    offset 1
    limit 1`);
  if (several === undefined) return;
  await transaction.executeSql('set local enable_nestloop = off');
  // Nor by one of the plans that were made for few.
  await transaction.executeSql('set local plan_cache_mode = force_custom_plan');
  await transaction.executeSql(`set local work_mem = '64MB'`);
}

// On a busy machine it takes longer than a statement otherwise may. Milliseconds.
const countingTime = { statementTimeout: 60_000 };

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
    await database.transaction(
      (transaction) =>
        transaction.executeSql(
          `analyze transactions, accounts, balance_snapshots, posted_days, day_totals,
             day_category_totals, recurring_streams, stream_transactions`,
        ),
      countingTime,
    );
  } catch (error) {
    log.warn({ event: 'planner_not_told', reason: String(error) });
  }
}
