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
  amounts: readonly { currency: string; amount: string }[],
): Promise<string[]> {
  const currencies = amounts.map(({ currency }) => currency);
  const sizes = amounts.map(({ amount }) => amount);
  const candidates = await findCandidates(queries, userId, currencies, sizes);
  const pairs = pairTransfers(
    candidates.map((row) => ({
      id: row.id,
      accountId: row.account_id,
      sign: row.is_out ? 1 : -1,
      currency: row.currency,
      amount: row.amount,
      dayNumber: row.day_number,
    })),
  );
  const changed = await writePairs(queries, userId, { currencies, sizes, pairs });
  return changed.map(({ id }) => id);
}

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

const touchedAmounts = (queries: Queries, userId: UserId, ids: readonly string[]) =>
  queries.rows<{ currency: string; amount: string }>(owned`
    with touched as (
      select t.*
      from unnest(${ids}::uuid[]) as given (id)
      join transactions t
        on t.user_id = ${userId}
        and t.id = given.id
    )
    select
      currency,
      abs(amount)::text as amount
    from touched
    where amount <> 0
      and provider_group in ${transferGroups}
    union
    select
      half.currency,
      abs(half.amount)::text
    from touched
    join transactions half
      on half.user_id = ${userId}
      and half.id = touched.transfer_pair_id`);

const unpairRows = (queries: Queries, userId: UserId, ids: readonly string[]) =>
  queries.run(owned`
    update transactions
    set transfer_pair_id = null
    where user_id = ${userId}
      and id = any(${ids}::uuid[])
      and transfer_pair_id is not null`);

interface CandidateRow {
  id: string;
  account_id: string;
  is_out: boolean;
  currency: string;
  amount: string;
  day_number: number;
}

const findCandidates = (queries: Queries, userId: UserId, currencies: string[], sizes: string[]) =>
  queries.rows<CandidateRow>(owned`
    select
      t.id,
      t.account_id,
      t.amount > 0 as is_out,
      t.currency,
      abs(t.amount)::text as amount,
      t.day - date '1970-01-01' as day_number
    from transactions t
    join accounts a
      on a.user_id = t.user_id
      and a.id = t.account_id
    join unnest(${currencies}::text[], ${sizes}::numeric[]) as wanted (currency, amount)
      on wanted.currency = t.currency
      and wanted.amount = abs(t.amount)
    where t.user_id = ${userId}
      and ${mayBeTransfer}
      and t.category_group in ${transferGroups}
      and not a.hidden
      and a.duplicate_of is null
      and a.type <> 'loan'`);

const writePairs = (
  queries: Queries,
  userId: UserId,
  found: { currencies: string[]; sizes: string[]; pairs: Map<string, string> },
) =>
  queries.rows<{ id: string }>(owned`
    update transactions
    set transfer_pair_id = changed.pair_id
    from (
      select
        t.id,
        pair.pair_id
      from transactions t
      join unnest(${found.currencies}::text[], ${found.sizes}::numeric[]) as wanted (currency, amount)
        on wanted.currency = t.currency
        and wanted.amount = abs(t.amount)
      left join unnest(${[...found.pairs.keys()]}::uuid[], ${[...found.pairs.values()]}::uuid[])
        as pair (id, pair_id)
        on pair.id = t.id
      where t.user_id = ${userId}
        and ${mayBeTransfer}
        and t.transfer_pair_id is distinct from pair.pair_id
    ) changed
    where transactions.user_id = ${userId}
      and transactions.id = changed.id
    returning transactions.id`);
