import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { fragment, owned } from '../platform/owned-sql.ts';
import { daysOfAccounts, recountDaysOf } from './day-totals.queries.ts';
import { pairTransfers } from './transfer-pairs.ts';

/** The groups that a transfer's halves can be of; the same words as the partial index on such rows. */
export const transferGroups = fragment`('transfer_in', 'transfer_out', 'loan_payments')`;

/** The rows that a transfer's halves can be, as the partial index on them has it. */
const mayBeTransfer = fragment`
  t.removed_at is null
  and not t.superseded
  and t.provider_group in ${transferGroups}`;

/**
 * Lets one transaction at a time change the rows of a user: two syncs that each bring one half of a
 * transfer, or a sync and a decision on the pending row that it replaces, would not see each other. To
 * be taken first of all locks; it ends with the transaction, so it works behind a connection pooler.
 */
export const lockRowsOf = (queries: Queries, userId: UserId) =>
  queries.run(owned`select pg_advisory_xact_lock(hashtextextended(${userId}::text, 0))`);

/** What a transaction has touched, each by our own ids. */
export interface Touched {
  rows: readonly string[];
  /** Accounts that count for something else than before: hidden or shown, a duplicate or none any more. */
  accounts?: readonly string[];
  /** Days that rows were on before; those that they are on now are found. */
  days?: readonly string[];
}

/**
 * Works out anew what follows from what was touched: the internal transfers of every amount that the rows
 * have, or that their other halves have, and the sums of the days. To be called in the transaction that
 * touched it. Answers the ids of the rows whose pair is another now.
 */
export async function repairTransfers(
  queries: Queries,
  userId: UserId,
  { rows, accounts = [], days = [] }: Touched,
): Promise<readonly string[]> {
  const ofAccounts = await possibleTransfersOf(queries, userId, accounts);
  const ids = [...new Set([...rows, ...ofAccounts.map(({ id }) => id)])];
  const amounts = await touchedAmounts(queries, userId, ids);
  await unpairRows(queries, userId, ids);
  const changed = amounts.length === 0 ? [] : await pairAnew(queries, userId, amounts);
  const daysBefore = [...days, ...(await daysOfAccounts(queries, userId, accounts))];
  await recountDaysOf(queries, userId, [...ids, ...changed], daysBefore);
  return changed;
}

/** Pairs the rows of these amounts anew; answers the ids of those whose pair changed. */
async function pairAnew(
  queries: Queries,
  userId: UserId,
  amounts: readonly Size[],
): Promise<string[]> {
  const wanted = new Set(amounts.map(keyOf));
  const rows = (await findRowsOfSizes(queries, userId, amounts)).filter((row) =>
    wanted.has(keyOf(row)),
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

const keyOf = ({ currency, amount }: Size): string => `${amount} ${currency}`;

/** The rows of accounts that may be transfers. */
const possibleTransfersOf = (queries: Queries, userId: UserId, accountIds: readonly string[]) =>
  queries.rows<{ id: string }>(owned`
    select id
    from transactions
    where user_id = ${userId}
      and account_id = any(${accountIds}::uuid[])
      and removed_at is null
      and not superseded
      and provider_group in ${transferGroups}`);

/** The size of a transfer, by which its halves find each other. */
interface Size {
  currency: string;
  amount: string;
}

/**
 * The sizes of those rows that may be transfers, and of the other halves of all. Asked in steps: joined in one, a long
 * history that the planner was not told of yet is gone through once for each of its rows.
 */
async function touchedAmounts(
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
  const halves = await queries.rows<{ id: string }>(owned`
    select transfer_pair_id as id
    from transactions
    where user_id = ${userId}
      and id = any(${ids}::uuid[])
      and transfer_pair_id is not null`);
  if (halves.length === 0) return own;
  const ofHalves = await queries.rows<Size>(owned`
    select distinct
      currency,
      abs(amount)::text as amount
    from transactions
    where user_id = ${userId}
      and id = any(${halves.map(({ id }) => id)}::uuid[])`);
  return [...new Map([...own, ...ofHalves].map((size) => [keyOf(size), size])).values()];
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
  /** It counts as a transfer, on an account that counts; others have no other half. */
  is_candidate: boolean;
}

/**
 * The rows that can be transfers, of these currencies and amounts, each with each. Asked for by lists and not by a
 * join, and what is of another currency left out by the caller: see `touchedAmounts`.
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

/** Gives rows the other halves that they have now. */
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
