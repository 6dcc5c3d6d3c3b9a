import { fragment } from '../../../platform/database/owned-sql.ts';
import type { Lease } from '../lease.queries.ts';
import { joinDifference } from './sync-history.queries.ts';

/** The fields that a transaction's history records, from the existing row `t` and from the staged row `s`. */
const existingFields = fragment`
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
const stagedFields = fragment`
  jsonb_build_object(
    'account', s.account_id,
    'amount', s.amount::text,
    'currency', s.currency,
    'date', s.date,
    'day', s.day,
    'name', s.name,
    'merchant', s.merchant_name,
    'category', s.provider_category,
    'pending', s.pending
  )`;

/** The `staged` rows that already exist, with their old and new values. */
export const selectExistingRows = ({ userId }: Lease) => fragment`
  select
    t.id,
    t.day,
    t.removed_at is not null as was_removed,
    ${existingFields} as before,
    ${stagedFields} as after
  from staged s
  join transactions t
    on t.user_id = ${userId}
    and t.id = s.existing_id
  where s.existing_id is not null`;

/** Records the changes of the `existing` rows, and which of them returned after a removal. */
export const recordChanges = ({ userId }: Lease) => fragment`
  insert into transaction_events (user_id, transaction_id, event, before, after)
  select
    ${userId},
    existing.id,
    case when existing.was_removed then 'returned' else 'changed' end,
    difference.before,
    difference.after
  from existing
  ${joinDifference(fragment`existing.before`, fragment`existing.after`)}
  where existing.was_removed
    or existing.before <> existing.after
  returning 1`;
