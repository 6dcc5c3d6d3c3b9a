import type { Queries } from '../platform/database/database.ts';
import { fragment, owned } from '../platform/database/owned-sql.ts';
import type { UserId } from '../platform/identifiers.ts';

/** Identifies a link intent of a user. */
export interface LinkIntentKey {
  userId: UserId;
  intentId: string;
}

/** A link in progress. */
export interface LinkIntentRow {
  /** The id that the item or the exchange link gets. */
  id: string;
  /** 'plaid', or the key of the exchange. */
  provider: string;
  /** Empty once the tokens are stored. */
  sealed_request: string;
  /** True once the tokens are stored. */
  isExchanged: boolean;
  created_at: Date;
}

/** The columns of `LinkIntentRow`, read from `link_intents`. */
const intentColumns = fragment`
  id,
  provider,
  sealed_request,
  exchanged_at is not null as "isExchanged",
  created_at`;

/** Inserts an intent. False if the user has one for the same request. */
export const insertLinkIntent = async (
  queries: Queries,
  { userId, intentId }: LinkIntentKey,
  intent: { provider: string; requestDigest: Buffer; sealedRequest: string },
): Promise<boolean> =>
  (await queries.run(owned`
    insert into link_intents (user_id, id, provider, request_digest, sealed_request)
    values (
      ${userId}, ${intentId}, ${intent.provider}, ${intent.requestDigest}, ${intent.sealedRequest}
    )
    on conflict (user_id, request_digest) do nothing`)) === 1;

/** Finds the intent for a request (its SHA-256). */
export const findLinkIntentByRequest = (queries: Queries, userId: UserId, requestDigest: Buffer) =>
  queries.row<LinkIntentRow>(owned`
    select ${intentColumns}
    from link_intents
    where user_id = ${userId}
      and request_digest = ${requestDigest}`);

export const findLinkIntent = (queries: Queries, { userId, intentId }: LinkIntentKey) =>
  queries.row<LinkIntentRow>(owned`
    select ${intentColumns}
    from link_intents
    where user_id = ${userId}
      and id = ${intentId}`);

/** Returns the intents whose tokens are not stored. The provider may have issued them. */
export const listOpenLinkIntents = (queries: Queries, userId: UserId) =>
  queries.rows<LinkIntentRow>(owned`
    select ${intentColumns}
    from link_intents
    where user_id = ${userId}
      and exchanged_at is null
    order by id`);

/** Seconds until the lease expires unless it is renewed. If a process dies, a retry waits this long. */
const leaseSeconds = 10;

/**
 * Acquires the exclusive right to request the exchange. Returns how often it has been requested, including this time.
 * Undefined if another caller has the lease, or if the intent is exchanged or deleted.
 */
export const acquireExchangeLease = async (
  queries: Queries,
  { userId, intentId }: LinkIntentKey,
): Promise<number | undefined> =>
  (
    await queries.row<{ attempts: number }>(owned`
      update link_intents
      set
        attempts = attempts + 1,
        lease_until = now() + make_interval(secs => ${leaseSeconds})
      where user_id = ${userId}
        and id = ${intentId}
        and exchanged_at is null
        and (lease_until is null or lease_until < now())
      returning attempts`)
  )?.attempts;

/** Renews the lease of an attempt. Does nothing if a later attempt has it. */
export const renewExchangeLease = (
  queries: Queries,
  { userId, intentId }: LinkIntentKey,
  attempt: number,
) =>
  queries.run(owned`
    update link_intents
    set lease_until = now() + make_interval(secs => ${leaseSeconds})
    where user_id = ${userId}
      and id = ${intentId}
      and attempts = ${attempt}`);

/** Releases the lease of an attempt, so that the exchange can be requested again at once. */
export const releaseExchangeLease = (
  queries: Queries,
  { userId, intentId }: LinkIntentKey,
  attempt: number,
) =>
  queries.run(owned`
    update link_intents
    set lease_until = null
    where user_id = ${userId}
      and id = ${intentId}
      and attempts = ${attempt}`);

/** Records that the tokens are stored, and deletes the request. False if they already were, or if the intent is gone. */
export const markExchanged = async (
  queries: Queries,
  { userId, intentId }: LinkIntentKey,
): Promise<boolean> =>
  (await queries.run(owned`
    update link_intents
    set
      sealed_request = '',
      lease_until = null,
      exchanged_at = now()
    where user_id = ${userId}
      and id = ${intentId}
      and exchanged_at is null`)) === 1;

/**
 * Deletes the user's earlier intents for the same provider whose tokens are not stored and that no process is
 * exchanging. Returns the deleted intents. Ids sort by time.
 */
export const deleteReplacedLinkIntents = (
  queries: Queries,
  { userId, intentId }: LinkIntentKey,
  provider: string,
) =>
  queries.rows<LinkIntentRow>(owned`
    delete from link_intents
    where user_id = ${userId}
      and id < ${intentId}
      and provider = ${provider}
      and exchanged_at is null
      and (lease_until is null or lease_until < now())
    returning ${intentColumns}`);

/** Deletes an intent. False if it was deleted before. */
export const deleteLinkIntent = async (
  queries: Queries,
  { userId, intentId }: LinkIntentKey,
): Promise<boolean> =>
  (await queries.run(owned`
    delete from link_intents
    where user_id = ${userId}
      and id = ${intentId}`)) === 1;

/** Deletes an intent unless its tokens are stored. Returns whether it was deleted. */
export const deleteOpenLinkIntent = async (
  queries: Queries,
  { userId, intentId }: LinkIntentKey,
): Promise<boolean> =>
  (await queries.run(owned`
    delete from link_intents
    where user_id = ${userId}
      and id = ${intentId}
      and exchanged_at is null`)) === 1;
