import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { fragment, owned } from '../platform/owned-sql.ts';
import type { BalancePast, OnDay } from './balance-history.ts';
import { mainCurrency } from './main-currency.ts';

/** An account with what is known of its balance. */
export interface PastRow extends BalancePast {
  provider_account_id: string;
  account_group: string;
  /** Neither hidden nor a duplicate, in the main currency, and with a balance. */
  counted: boolean;
  hidden: boolean;
  /** The first day (number) of which anything is known, if there is one, however far back was asked for. */
  first_day: number | null;
  /** The currency that totals are in. */
  main_currency: string;
}

/** Which accounts, and from which day on (ISO); null is all there is. */
export interface WantedPast {
  providerAccountId: string | null;
  from: string | null;
}

/** A list of days with an amount each, as two lists of one length. */
interface DayLists {
  days: number[];
  cents: number[];
}
type FoundRow = Omit<PastRow, 'snapshots' | 'posted'> & {
  snapshots: DayLists;
  posted: DayLists;
};

/** What is known of the balances of a user's accounts, in cents and day numbers. */
export async function listPasts(
  queries: Queries,
  userId: UserId,
  wanted: WantedPast,
): Promise<PastRow[]> {
  const rows = await findPasts(queries, userId, wanted);
  return rows.map((row) => ({
    ...row,
    snapshots: inPairs(row.snapshots),
    posted: inPairs(row.posted),
  }));
}

const inPairs = ({ days, cents }: DayLists): OnDay[] =>
  days.map((day, index) => [day, cents[index] ?? 0]);

// The lists of a year of ten accounts have thousands of entries: each comes as one value, made in one pass over
// the account's own part of the index, in whose order they are.
const findPasts = (queries: Queries, userId: UserId, { providerAccountId, from }: WantedPast) =>
  queries.rows<FoundRow>(owned`
    with wanted as (
      select
        a.*,
        coalesce(a.current_balance, a.available_balance) as balance,
        ${sinceWhen(userId, from)} as since
      from accounts a
      where a.user_id = ${userId}
        ${providerAccountId === null ? fragment`` : fragment`and a.provider_account_id = ${providerAccountId}`}
    )
    select
      wanted.provider_account_id,
      coalesce(wanted.subtype, wanted.type) as account_group,
      wanted.hidden,
      main.currency as main_currency,
      ${firstDay(userId)} as first_day,
      wanted.type in ('credit', 'loan') as "isDebt",
      (wanted.balance * 100)::bigint as current,
      not wanted.hidden
        and wanted.duplicate_of is null
        and wanted.currency = main.currency
        and wanted.balance is not null as counted,
      json_build_object(
        'days', coalesce(seen.days, '[]'),
        'cents', coalesce(seen.cents, '[]')
      ) as snapshots,
      json_build_object(
        'days', coalesce(moved.days, '[]'),
        'cents', coalesce(moved.cents, '[]')
      ) as posted
    from wanted
    cross join (select ${mainCurrency(userId)} as currency) main
    cross join lateral (
      select
        array_to_json(array_agg(s.day - date '1970-01-01' order by s.day)) as days,
        array_to_json(
          array_agg((coalesce(s.current_balance, s.available_balance) * 100)::bigint order by s.day)
        ) as cents
      from balance_snapshots s
      where s.user_id = ${userId}
        and s.account_id = wanted.id
        and s.day >= wanted.since
        and coalesce(s.current_balance, s.available_balance) is not null
    ) seen
    cross join lateral (
      select
        array_to_json(array_agg(p.day - date '1970-01-01' order by p.day)) as days,
        array_to_json(array_agg((p.amount * 100)::bigint order by p.day)) as cents
      from posted_days p
      where p.user_id = ${userId}
        and p.account_id = wanted.id
        and p.day >= wanted.since
    ) moved
    order by wanted.created_at, wanted.id`);

// What is needed from a day on begins with the last snapshot up to it, if there is one.
const sinceWhen = (userId: UserId, from: string | null) =>
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

const firstDay = (userId: UserId) => fragment`
  least(
    (
      select min(s.day)
      from balance_snapshots s
      where s.user_id = ${userId}
        and s.account_id = wanted.id
    ),
    (
      select min(p.day)
      from posted_days p
      where p.user_id = ${userId}
        and p.account_id = wanted.id
    )
  ) - date '1970-01-01'`;
