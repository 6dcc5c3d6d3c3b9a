import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { fragment, owned } from '../platform/owned-sql.ts';
import type { BalancePast } from './balance-history.ts';
import { mainCurrency } from './main-currency.ts';

/** An account with what is known of its balance. */
export interface PastRow extends BalancePast {
  provider_account_id: string;
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

/**
 * What is known of the balances of a user's accounts. Cents and day numbers, each list as one value: it
 * is a thousand entries for a year of an account.
 */
export const listPasts = (
  queries: Queries,
  userId: UserId,
  { providerAccountId, from }: WantedPast,
) =>
  queries.rows<PastRow>(owned`
    select
      a.provider_account_id,
      a.hidden,
      main.currency as main_currency,
      least(
        (
          select min(s.day)
          from balance_snapshots s
          where s.user_id = ${userId}
            and s.account_id = a.id
        ),
        (
          select min(p.day)
          from posted_days p
          where p.user_id = ${userId}
            and p.account_id = a.id
        )
      ) - date '1970-01-01' as first_day,
      a.type in ('credit', 'loan') as "isDebt",
      (balance.now * 100)::bigint as current,
      not a.hidden
        and a.duplicate_of is null
        and a.currency = main.currency
        and balance.now is not null as counted,
      coalesce(
        (
          select json_agg(
            json_build_array(
              s.day - date '1970-01-01',
              (coalesce(s.current_balance, s.available_balance) * 100)::bigint
            )
            order by s.day
          )
          from balance_snapshots s
          where s.user_id = ${userId}
            and s.account_id = a.id
            and s.day >= since.day
            and coalesce(s.current_balance, s.available_balance) is not null
        ),
        '[]'
      ) as snapshots,
      coalesce(
        (
          select json_agg(
            json_build_array(p.day - date '1970-01-01', (p.amount * 100)::bigint)
            order by p.day
          )
          from posted_days p
          where p.user_id = ${userId}
            and p.account_id = a.id
            and p.day >= since.day
        ),
        '[]'
      ) as posted
    from accounts a
    cross join (select ${mainCurrency(userId)} as currency) main
    cross join lateral (
      select coalesce(a.current_balance, a.available_balance) as now
    ) balance
    cross join lateral (${sinceWhen(userId, from)}) since
    where a.user_id = ${userId}
      ${providerAccountId === null ? fragment`` : fragment`and a.provider_account_id = ${providerAccountId}`}
    order by a.created_at, a.id`);

// What is needed from a day on begins with the last snapshot up to it, if there is one.
const sinceWhen = (userId: UserId, from: string | null) =>
  from === null
    ? fragment`select '-infinity'::date as day`
    : fragment`
      select coalesce(max(s.day), ${from}::date) as day
      from balance_snapshots s
      where s.user_id = ${userId}
        and s.account_id = a.id
        and s.day <= ${from}::date
        and coalesce(s.current_balance, s.available_balance) is not null`;
