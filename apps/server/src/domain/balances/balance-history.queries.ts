import type { Queries } from '../../platform/database/database.ts';
import { fragment, owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { mainCurrency } from '../money/main-currency.ts';
import type { BalanceHistory, DayAmount } from './balance-history.ts';
import { earlierDay, type FirstDays, findExplainedSince } from './balance-kinds.ts';

/** An account with its balance history. */
export interface BalanceHistoryRow extends BalanceHistory {
  provider_account_id: string;
  account_group: string;
  /** True if it is neither hidden nor a duplicate, is in the main currency, and has a balance. */
  counted: boolean;
  hidden: boolean;
  /** The first day (number) with a snapshot or posted transaction, regardless of the requested range. */
  first_day: number | null;
  /** The user's main currency. */
  main_currency: string;
}

/** The account and the first day (ISO) to read. Null means all. */
export interface BalanceHistoryQuery {
  providerAccountId: string | null;
  from: string | null;
}

/** Amounts per day, as two lists of the same length. */
interface DayLists {
  days: number[];
  cents: number[];
}
type RawHistoryRow = Omit<
  BalanceHistoryRow,
  'snapshots' | 'posted' | 'explainedSince' | 'first_day'
> &
  FirstDays & {
    snapshots: DayLists;
    posted: DayLists;
  };

/** Lists the balance histories of a user's accounts, in cents and day numbers. */
export async function listBalanceHistories(
  queries: Queries,
  userId: UserId,
  query: BalanceHistoryQuery,
): Promise<BalanceHistoryRow[]> {
  const rows = await findRawHistories(queries, userId, query);
  return rows.map(({ type, first_snapshot, first_posted, ...row }) => ({
    ...row,
    first_day: earlierDay(first_snapshot, first_posted),
    explainedSince: findExplainedSince({ type, first_snapshot, first_posted }),
    snapshots: toPairs(row.snapshots),
    posted: toPairs(row.posted),
  }));
}

const toPairs = ({ days, cents }: DayLists): DayAmount[] =>
  days.map((day, index) => [day, cents[index] ?? 0]);

// A year of ten accounts has thousands of entries. Each list is returned as one value, aggregated in a single pass
// over the account's index range, which is already sorted by day.
const findRawHistories = (
  queries: Queries,
  userId: UserId,
  { providerAccountId, from }: BalanceHistoryQuery,
) =>
  queries.rows<RawHistoryRow>(owned`
    with selected as (
      select
        a.*,
        coalesce(a.current_balance, a.available_balance) as balance,
        ${startDay(userId, from)} as since
      from accounts a
      where a.user_id = ${userId}
        ${providerAccountId === null ? fragment`` : fragment`and a.provider_account_id = ${providerAccountId}`}
    )
    select
      selected.provider_account_id,
      coalesce(selected.subtype, selected.type) as account_group,
      selected.hidden,
      main.currency as main_currency,
      selected.type,
      ${firstSnapshot(userId)} as first_snapshot,
      ${firstPosted(userId)} as first_posted,
      selected.type in ('credit', 'loan') as "isDebt",
      (selected.balance * 100)::bigint as current,
      not selected.hidden
        and selected.duplicate_of is null
        and selected.currency = main.currency
        and selected.balance is not null as counted,
      json_build_object(
        'days', coalesce(recorded.days, '[]'),
        'cents', coalesce(recorded.cents, '[]')
      ) as snapshots,
      json_build_object(
        'days', coalesce(posted_sums.days, '[]'),
        'cents', coalesce(posted_sums.cents, '[]')
      ) as posted
    from selected
    cross join (select ${mainCurrency(userId)} as currency) main
    cross join lateral (
      select
        array_to_json(array_agg(s.day - date '1970-01-01' order by s.day)) as days,
        array_to_json(
          array_agg((coalesce(s.current_balance, s.available_balance) * 100)::bigint order by s.day)
        ) as cents
      from balance_snapshots s
      where s.user_id = ${userId}
        and s.account_id = selected.id
        and s.day >= selected.since
        and coalesce(s.current_balance, s.available_balance) is not null
    ) recorded
    cross join lateral (
      select
        array_to_json(array_agg(p.day - date '1970-01-01' order by p.day)) as days,
        array_to_json(array_agg((p.amount * 100)::bigint order by p.day)) as cents
      from daily_posted_totals p
      where p.user_id = ${userId}
        and p.account_id = selected.id
        and p.day >= selected.since
    ) posted_sums
    order by selected.created_at, selected.id`);

// Balances from a day on are computed from the last snapshot up to that day, if there is one.
const startDay = (userId: UserId, from: string | null) =>
  from === null
    ? fragment`'-infinity'::date`
    : fragment`coalesce(
        (
          select max(s.day)
          from balance_snapshots s
          where s.user_id = ${userId}
            and s.account_id = a.id
            and s.day <= ${from}::date
            and coalesce(s.current_balance, s.available_balance) is not null
        ),
        ${from}::date
      )`;

const firstSnapshot = (userId: UserId) => fragment`
  (
    select min(s.day)
    from balance_snapshots s
    where s.user_id = ${userId}
      and s.account_id = selected.id
  ) - date '1970-01-01'`;

const firstPosted = (userId: UserId) => fragment`
  (
    select min(p.day)
    from daily_posted_totals p
    where p.user_id = ${userId}
      and p.account_id = selected.id
  ) - date '1970-01-01'`;
