import { fragment } from '../../platform/owned-sql.ts';
import type { Lease } from './lease.queries.ts';
import { whatDiffers } from './log.queries.ts';

/** What the log tells of a row, of a transaction that is here and of one as the provider sends it now. */
const toldOfRow = fragment`
  jsonb_build_object(
    'account', t.account_id,
    'amount', t.amount::text,
    'currency', t.currency,
    'date', t.date,
    'day', t.day,
    'name', t.name,
    'merchant', t.merchant_name,
    'category', t.provider_category,
    'pending', t.pending
  )`;
const toldOfStaged = fragment`
  jsonb_build_object(
    'account', s.account_id,
    'amount', s.amount::text,
    'currency', s.currency,
    'date', s.date,
    'day', coalesce(s.authorized_date, s.date),
    'name', s.name,
    'merchant', s.merchant_name,
    'category', s.provider_category,
    'pending', s.pending
  )`;

/** Those of the `staged` rows that are here already, as they were and as they become. */
export const stagedAndKnown = ({ userId }: Lease) => fragment`
  select
    t.id,
    t.day,
    t.removed_at is not null as was_removed,
    ${toldOfRow} as before,
    ${toldOfStaged} as after
  from staged s
  join transactions t
    on t.user_id = ${userId}
    and t.provider_transaction_id = s.provider_transaction_id`;

/** Notes what changed of the `known` rows, and which of them have come back. */
export const tellChanged = ({ userId }: Lease) => fragment`
  insert into transaction_events (user_id, transaction_id, event, before, after)
  select
    ${userId},
    known.id,
    case when known.was_removed then 'returned' else 'changed' end,
    difference.before,
    difference.after
  from known
  ${whatDiffers(fragment`known.before`, fragment`known.after`)}
  where known.was_removed
    or known.before <> known.after
  returning 1`;

/**
 * Those of the `staged` rows whose pending one is here or comes along. A bank names the pending one
 * of every purchase, also those that nobody here has seen.
 */
export const stagedAndPosting = ({ userId }: Lease) => fragment`
  select posted.provider_transaction_id
  from staged posted
  join staged pending
    on pending.provider_transaction_id = posted.pending_transaction_id
  union
  select posted.provider_transaction_id
  from staged posted
  join transactions pending
    on pending.user_id = ${userId}
    and pending.provider_transaction_id = posted.pending_transaction_id`;
