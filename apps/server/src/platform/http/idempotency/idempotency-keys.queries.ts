import type { Queries } from '../../database/database.ts';
import { fragment, owned } from '../../database/owned-sql.ts';
import type { UserId } from '../../identifiers.ts';

/** One execution of a call with an idempotency key. */
export interface Attempt {
  userId: UserId;
  keyHash: Buffer;
  requestHash: Buffer;
  /** Identifies the execution. */
  attempt: string;
}

/** A call that was executed with the same key, or is being executed. */
export interface EarlierCall {
  isSameRequest: boolean;
  /** Null until it has succeeded. */
  response: string | null;
}

/** In seconds. An execution whose process was killed blocks its key for at most this long. */
const leaseSeconds = 15;

/** SQL condition: the row `k` is too old to be repeated by the inserted one, whose `created_at` is now. */
const isExpired = fragment`excluded.created_at - k.created_at > interval '24 hours'`;

/**
 * Claims a key for an execution if the key is new, is older than 24 hours, or belongs to an execution that ended without
 * a response. Returns undefined if it can't be claimed, and otherwise whether an earlier execution committed the effect.
 */
export const claimKey = (
  queries: Queries,
  { userId, keyHash, requestHash, attempt }: Attempt,
): Promise<{ has_effect: boolean } | undefined> =>
  queries.row<{ has_effect: boolean }>(owned`
    insert into idempotency_keys as k (user_id, key_hash, request_hash, attempt, leased_until)
    values (
      ${userId},
      ${keyHash},
      ${requestHash},
      ${attempt},
      now() + make_interval(secs => ${leaseSeconds})
    )
    on conflict (user_id, key_hash) do update
    set
      request_hash = excluded.request_hash,
      attempt = excluded.attempt,
      leased_until = excluded.leased_until,
      effect_at = case when ${isExpired} then null else k.effect_at end,
      response = null,
      created_at = case when ${isExpired} then excluded.created_at else k.created_at end
    where k.leased_until < excluded.created_at
      and (
        ${isExpired}
        or (k.response is null and k.request_hash = excluded.request_hash)
      )
    returning effect_at is not null as has_effect`);

/** Finds the earlier call with the same key. Undefined if it has failed in the meantime. */
export const findEarlierCall = (
  queries: Queries,
  { userId, keyHash, requestHash }: Attempt,
): Promise<EarlierCall | undefined> =>
  queries.row<EarlierCall>(owned`
    select
      request_hash = ${requestHash} as "isSameRequest",
      response
    from idempotency_keys
    where user_id = ${userId}
      and key_hash = ${keyHash}`);

/** Extends the lease of an execution. */
export const renewKeyLease = (queries: Queries, { userId, keyHash, attempt }: Attempt) =>
  queries.run(owned`
    update idempotency_keys
    set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where user_id = ${userId}
      and key_hash = ${keyHash}
      and attempt = ${attempt}`);

/** Records the effect of the call in its transaction. False if the execution has lost the lease. */
export const recordEffect = async (
  queries: Queries,
  { userId, keyHash, attempt }: Attempt,
): Promise<boolean> =>
  (await queries.run(owned`
    update idempotency_keys
    set effect_at = now()
    where user_id = ${userId}
      and key_hash = ${keyHash}
      and attempt = ${attempt}`)) > 0;

/** Stores the response of a call that has succeeded, and ends its lease. */
export const storeResponse = (
  queries: Queries,
  { userId, keyHash, attempt }: Attempt,
  response: string,
) =>
  queries.run(owned`
    update idempotency_keys
    set
      response = ${response},
      leased_until = now()
    where user_id = ${userId}
      and key_hash = ${keyHash}
      and attempt = ${attempt}`);

/**
 * Deletes a user's stored responses, because they may contain data that is being deleted. A repeated call still has no
 * further effect, but its response is computed again.
 */
export const deleteStoredResponses = (queries: Queries, userId: UserId) =>
  queries.run(owned`
    update idempotency_keys
    set response = null
    where user_id = ${userId}
      and response is not null`);

/** Releases the key of a call that has failed, so that it can be repeated at once. A committed effect is remembered. */
export const releaseKey = (queries: Queries, { userId, keyHash, attempt }: Attempt) =>
  queries.run(owned`
    with released as (
      update idempotency_keys
      set leased_until = now() - interval '1 second'
      where user_id = ${userId}
        and key_hash = ${keyHash}
        and attempt = ${attempt}
        and effect_at is not null
    )
    delete from idempotency_keys
    where user_id = ${userId}
      and key_hash = ${keyHash}
      and attempt = ${attempt}
      and effect_at is null`);
