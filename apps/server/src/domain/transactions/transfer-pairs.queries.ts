import type { Queries } from '../../platform/database/database.ts';
import { fragment, owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { listAccountDays, recomputeDailyTotalsOf } from './daily-totals.queries.ts';
import { pairTransfers } from './transfer-pairs.ts';

/** The category groups of internal transfers. Must match the partial index on such rows. */
export const transferGroups = fragment`('transfer_in', 'transfer_out', 'loan_payments')`;

/** SQL condition: a row `t` may be part of an internal transfer. Must match the partial index. */
const mayBeTransfer = fragment`
  t.removed_at is null
  and not t.superseded
  and t.provider_group in ${transferGroups}`;

/**
 * Locks a user's transactions until the end of the database transaction. Without the lock, two syncs that each add
 * one side of a transfer, or a sync and a change to the pending row it replaces, would miss each other. Acquire it
 * before any other lock. It is transaction-scoped, so it works behind a connection pooler.
 */
export const lockTransactions = (queries: Queries, userId: UserId) =>
  queries.run(owned`select pg_advisory_xact_lock(hashtextextended(${userId}::text, 0))`);

/** What a database transaction changed, by Cairn's ids. */
export interface AffectedRows {
  rows: readonly string[];
  /** Accounts that were hidden, unhidden, or started or stopped being duplicates. */
  accounts?: readonly string[];
  /** Days that rows were on before the change. Their current days are looked up. */
  days?: readonly string[];
}

/**
 * Recomputes everything that depends on changed rows: internal transfers of every amount that the rows or their
 * matching transfers have, and daily totals. Call it in the same database transaction as the change. Returns the
 * ids of rows whose matching transfer changed.
 */
export async function rematchTransfers(
  queries: Queries,
  userId: UserId,
  { rows, accounts = [], days = [] }: AffectedRows,
): Promise<readonly string[]> {
  const accountTransfers = await listPossibleTransfers(queries, userId, accounts);
  const ids = [...new Set([...rows, ...accountTransfers.map(({ id }) => id)])];
  const sizes = await findAffectedSizes(queries, userId, ids);
  await unpairRows(queries, userId, ids);
  const changed = sizes.length === 0 ? [] : await rematchSizes(queries, userId, sizes);
  const affectedDays = [...days, ...(await listAccountDays(queries, userId, accounts))];
  await recomputeDailyTotalsOf(queries, userId, [...ids, ...changed], affectedDays);
  return changed;
}

/** Matches the rows of these sizes again. Returns the ids of rows whose matching transfer changed. */
async function rematchSizes(
  queries: Queries,
  userId: UserId,
  sizes: readonly Size[],
): Promise<string[]> {
  const sizeKeys = new Set(sizes.map(sizeKey));
  const rows = (await findRowsOfSizes(queries, userId, sizes)).filter((row) =>
    sizeKeys.has(sizeKey(row)),
  );
  const pairs = pairTransfers(
    rows
      .filter(({ is_candidate }) => is_candidate)
      .map((row) => ({
        id: row.id,
        accountId: row.account_id,
        sign: row.is_out ? 1 : -1,
        currency: row.currency,
        amount: row.amount,
        dayNumber: row.day_number,
      })),
  );
  const changed = rows.filter(({ id, pair_id }) => pair_id !== (pairs.get(id) ?? null));
  const ids = changed.map(({ id }) => id);
  if (ids.length > 0) await writePairs(queries, userId, ids, pairs);
  return ids;
}

const sizeKey = ({ currency, amount }: Size): string => `${amount} ${currency}`;

/** Lists the rows of accounts that may be internal transfers. */
const listPossibleTransfers = (queries: Queries, userId: UserId, accountIds: readonly string[]) =>
  queries.rows<{ id: string }>(owned`
    select id
    from transactions
    where user_id = ${userId}
      and account_id = any(${accountIds}::uuid[])
      and removed_at is null
      and not superseded
      and provider_group in ${transferGroups}`);

/** Currency and absolute amount. Both sides of a transfer have the same size. */
interface Size {
  currency: string;
  amount: string;
}

/**
 * Returns the sizes of rows that may be transfers, and of their matching transfers. Uses separate queries: before
 * statistics are up to date, the planner would join a long history with a nested loop over all rows.
 */
async function findAffectedSizes(
  queries: Queries,
  userId: UserId,
  ids: readonly string[],
): Promise<Size[]> {
  if (ids.length === 0) return [];
  const own = await queries.rows<Size>(owned`
    select distinct
      currency,
      abs(amount)::text as amount
    from transactions
    where user_id = ${userId}
      and id = any(${ids}::uuid[])
      and amount <> 0
      and provider_group in ${transferGroups}`);
  const matches = await queries.rows<{ id: string }>(owned`
    select transfer_pair_id as id
    from transactions
    where user_id = ${userId}
      and id = any(${ids}::uuid[])
      and transfer_pair_id is not null`);
  if (matches.length === 0) return own;
  const matchSizes = await queries.rows<Size>(owned`
    select distinct
      currency,
      abs(amount)::text as amount
    from transactions
    where user_id = ${userId}
      and id = any(${matches.map(({ id }) => id)}::uuid[])`);
  return [...new Map([...own, ...matchSizes].map((size) => [sizeKey(size), size])).values()];
}

const unpairRows = (queries: Queries, userId: UserId, ids: readonly string[]) =>
  queries.run(owned`
    update transactions
    set transfer_pair_id = null
    where user_id = ${userId}
      and id = any(${ids}::uuid[])
      and transfer_pair_id is not null`);

interface SizedRow extends Size {
  id: string;
  account_id: string;
  is_out: boolean;
  day_number: number;
  pair_id: string | null;
  /** True if its effective category and its account allow a match. Other rows are unpaired. */
  is_candidate: boolean;
}

/**
 * Returns rows that may be transfers with any of these currencies and any of these amounts; the caller filters by
 * exact size. Uses lists instead of a join for the same reason as `findAffectedSizes`.
 */
const findRowsOfSizes = (queries: Queries, userId: UserId, sizes: readonly Size[]) =>
  queries.rows<SizedRow>(owned`
    select
      t.id,
      t.account_id,
      t.amount > 0 as is_out,
      t.currency,
      abs(t.amount)::text as amount,
      t.day - date '1970-01-01' as day_number,
      t.transfer_pair_id as pair_id,
      t.category_group in ${transferGroups}
        and not a.hidden
        and a.duplicate_of is null
        and a.type <> 'loan' as is_candidate
    from transactions t
    join accounts a
      on a.user_id = t.user_id
      and a.id = t.account_id
    where t.user_id = ${userId}
      and ${mayBeTransfer}
      and t.currency = any(${[...new Set(sizes.map(({ currency }) => currency))]}::text[])
      and abs(t.amount) = any(${[...new Set(sizes.map(({ amount }) => amount))]}::numeric[])`);

/** Stores the matching transfer, or null, of each row. */
const writePairs = (
  queries: Queries,
  userId: UserId,
  ids: readonly string[],
  pairs: ReadonlyMap<string, string>,
) =>
  queries.run(owned`
    update transactions
    set transfer_pair_id = (${JSON.stringify(Object.fromEntries(pairs))}::jsonb ->> id::text)::uuid
    where user_id = ${userId}
      and id = any(${ids}::uuid[])`);
