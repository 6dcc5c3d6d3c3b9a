import type { Queries } from '../../platform/database/database.ts';
import { fragment, owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { mainCurrency } from '../money/main-currency.ts';

/** A stream. Amounts are decimal text, positive for money out. Days are ISO dates. */
export interface StreamRow {
  id: string;
  stream_type: 'inflow' | 'outflow';
  provider_account_id: string;
  custom_name: string | null;
  merchant_name: string | null;
  description: string;
  last_amount: string;
  average_amount: string;
  currency: string;
  frequency: string;
  first_date: string;
  last_date: string;
  predicted_next_date: string | null;
  category: string | null;
  /** True if the bank reports it as active and the user hasn't dismissed it. */
  active: boolean;
  /** True if the bank reports it as active. */
  reported_active: boolean;
  tombstoned: boolean;
  kind: 'bill' | 'subscription' | 'income' | null;
  confirmed: boolean;
  dismissed: boolean;
  /** True if it is in the main currency. */
  counted: boolean;
}

/** SQL condition: a stream `s` is active and not dismissed. */
export const isActiveStream = fragment`(
  s.is_active
  and not s.is_tombstoned
  and s.removed_at is null
  and not s.dismissed
)`;

const streamColumns = fragment`
  s.id,
  s.stream_type,
  a.provider_account_id,
  s.custom_name,
  s.merchant_name,
  s.description,
  s.last_amount,
  s.average_amount,
  s.currency,
  s.frequency,
  s.first_date,
  s.last_date,
  s.predicted_next_date,
  s.provider_category as category,
  ${isActiveStream} as active,
  s.is_active as reported_active,
  s.is_tombstoned or s.removed_at is not null as tombstoned,
  s.kind,
  s.confirmed,
  s.dismissed,
  s.currency = main.currency as counted`;

/** Lists the streams of all accounts that are neither hidden nor duplicates. */
export const listStreams = (queries: Queries, userId: UserId) =>
  queries.rows<StreamRow>(owned`
    select ${streamColumns}
    from recurring_streams s
    join accounts a
      on a.user_id = s.user_id
      and a.id = s.account_id
    cross join (select ${mainCurrency(userId)} as currency) main
    where s.user_id = ${userId}
      and not a.hidden
      and a.duplicate_of is null
    order by
      lower(coalesce(s.custom_name, s.merchant_name, s.description)),
      s.id`);

/** Returns one stream of any account. */
export const findStream = (queries: Queries, userId: UserId, id: string) =>
  queries.row<StreamRow>(owned`
    select ${streamColumns}
    from recurring_streams s
    join accounts a
      on a.user_id = s.user_id
      and a.id = s.account_id
    cross join (select ${mainCurrency(userId)} as currency) main
    where s.user_id = ${userId}
      and s.id = ${id}`);
