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
 * one transaction of a transfer would miss each other, and so would a sync and a user's change to the pending
 * transaction that it replaces. Acquire this lock before any other. It is transaction-scoped, so it works behind a
 * connection pooler.
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
 * Recomputes everything that depends on changed rows: daily totals, and the internal transfers of every amount that
 * the rows or their matching transfers have. Call it in the same database transaction as the change. Returns the ids
 * of rows whose matching transfer changed.
 */
export async function rematchTransfers(
  queries: Queries,
  userId: UserId,
  { rows, accounts = [], days = [] }: AffectedRows,
): Promise<readonly string[]> {
  const accountTransfers = await listPossibleTransfers(queries, userId, accounts);
  const ids = [...new Set([...rows, ...accountTransfers.map(({ id }) => id)])];
  const amounts = await findAffectedAmounts(queries, userId, ids);
  await unpairRows(queries, userId, ids);
  const changed = amounts.length === 0 ? [] : await rematchAmounts(queries, userId, amounts);
  const affectedDays = [...days, ...(await listAccountDays(queries, userId, accounts))];
  await recomputeDailyTotalsOf(queries, userId, [...ids, ...changed], affectedDays);
  return changed;
}

/** Matches the rows of these amounts again. Returns the ids of rows whose matching transfer changed. */
async function rematchAmounts(
  queries: Queries,
  userId: UserId,
  amounts: readonly TransferAmount[],
): Promise<string[]> {
  const amountKeys = new Set(amounts.map(amountKey));
  const rows = (await findRowsWithAmounts(queries, userId, amounts)).filter((row) =>
    amountKeys.has(amountKey(row)),
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

const amountKey = ({ currency, amount }: TransferAmount): string => `${amount} ${currency}`;

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

/** A currency and an absolute amount. Both are the same for the two transactions of a transfer. */
interface TransferAmount {
  currency: string;
  amount: string;
}

/**
 * Returns the amounts of rows that may be transfers, and of their matching transfers. Uses separate queries: before
 * statistics are up to date, the planner would join a long history with a nested loop over all rows.
 */
async function findAffectedAmounts(
  queries: Queries,
  userId: UserId,
  ids: readonly string[],
): Promise<TransferAmount[]> {
  if (ids.length === 0) return [];
  const ownAmounts = await queries.rows<TransferAmount>(owned`
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
  if (matches.length === 0) return ownAmounts;
  const matchAmounts = await queries.rows<TransferAmount>(owned`
    select distinct
      currency,
      abs(amount)::text as amount
    from transactions
    where user_id = ${userId}
      and id = any(${matches.map(({ id }) => id)}::uuid[])`);
  return [
    ...new Map(
      [...ownAmounts, ...matchAmounts].map((amount) => [amountKey(amount), amount]),
    ).values(),
  ];
}

const unpairRows = (queries: Queries, userId: UserId, ids: readonly string[]) =>
  queries.run(owned`
    update transactions
    set transfer_pair_id = null
    where user_id = ${userId}
      and id = any(${ids}::uuid[])
      and transfer_pair_id is not null`);

interface PossibleTransfer extends TransferAmount {
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
 * exact amount. Uses lists instead of a join for the same reason as `findAffectedAmounts`.
 */
const findRowsWithAmounts = (
  queries: Queries,
  userId: UserId,
  amounts: readonly TransferAmount[],
) =>
  queries.rows<PossibleTransfer>(owned`
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
      and t.currency = any(${[...new Set(amounts.map(({ currency }) => currency))]}::text[])
      and abs(t.amount) = any(${[...new Set(amounts.map(({ amount }) => amount))]}::numeric[])`);

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
