import type { Queries } from '../../platform/database/database.ts';
import { directory, fragment, owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** A link to an exchange. */
export interface LinkRow {
  id: string;
  exchange: string;
  sealed_tokens: string;
  tokens_version: number;
  /** True if the access token is valid for at least another minute. */
  access_valid: boolean;
  state: 'ok' | 'reconnect';
  fetched_at: Date | null;
  failed_at: Date | null;
  /** True while the exchange rate-limits us. */
  throttled: boolean;
  linked_at: Date;
  unlinked_at: Date | null;
  /** The database's time. */
  now: Date;
}

/** The columns of `LinkRow`, read from `exchange_links`. */
const linkColumns = fragment`
  id,
  exchange,
  sealed_tokens,
  tokens_version,
  access_until > now() + interval '1 minute' as access_valid,
  state,
  fetched_at,
  failed_at,
  coalesce(retry_after > now(), false) as throttled,
  linked_at,
  unlinked_at,
  now() as now`;

/** Finds a user's current link to an exchange. */
export const findLink = (queries: Queries, userId: UserId, exchange: string) =>
  queries.row<LinkRow>(owned`
    select ${linkColumns}
    from exchange_links
    where user_id = ${userId}
      and exchange = ${exchange}
      and unlinked_at is null`);

/** Finds a link by its id, including unlinked ones. */
export const findLinkById = (queries: Queries, userId: UserId, id: string) =>
  queries.row<LinkRow>(owned`
    select ${linkColumns}
    from exchange_links
    where user_id = ${userId}
      and id = ${id}`);

/** Ends the current link. Returns its id and when its holdings were fetched, if there was one. */
export const endLink = (queries: Queries, userId: UserId, exchange: string) =>
  queries.row<{ id: string; fetched_at: Date | null }>(owned`
    update exchange_links
    set unlinked_at = now()
    where user_id = ${userId}
      and exchange = ${exchange}
      and unlinked_at is null
    returning
      id,
      fetched_at`);

/**
 * Inserts a link. `fetchedAt`: when the holdings stored from an earlier link were fetched. `unlinked`: true if it
 * is stored only so that its access can be revoked.
 */
export const insertLink = (
  queries: Queries,
  link: {
    userId: UserId;
    id: string;
    exchange: string;
    sealedTokens: string;
    accessLifetime: number;
    fetchedAt: Date | null;
    unlinked: boolean;
  },
) =>
  queries.run(owned`
    insert into exchange_links (
      user_id, id, exchange, sealed_tokens, access_until, fetched_at, unlinked_at
    )
    values (
      ${link.userId}, ${link.id}, ${link.exchange}, ${link.sealedTokens},
      now() + make_interval(secs => ${link.accessLifetime}), ${link.fetchedAt},
      case when ${link.unlinked} then now() end
    )`);

/** Acquires the lease to refresh a version of the tokens, for a minute. Returns false if another process has it. */
export const acquireRenewalLease = async (
  queries: Queries,
  userId: UserId,
  { id, version }: { id: string; version: number },
): Promise<boolean> =>
  (await queries.run(owned`
    update exchange_links
    set renewing_until = now() + interval '1 minute'
    where user_id = ${userId}
      and id = ${id}
      and tokens_version = ${version}
      and sealed_tokens <> ''
      and (renewing_until is null or renewing_until < now())`)) === 1;

/** Releases the lease, leaving the tokens unchanged. */
export const releaseRenewalLease = (
  queries: Queries,
  userId: UserId,
  { id, version }: { id: string; version: number },
) =>
  queries.run(owned`
    update exchange_links
    set renewing_until = null
    where user_id = ${userId}
      and id = ${id}
      and tokens_version = ${version}`);

/**
 * Replaces a version of the tokens. Returns false if that version is no longer stored. Tokens that arrive late,
 * after another process found the old refresh token used up, restore the link.
 */
export const replaceTokens = async (
  queries: Queries,
  userId: UserId,
  tokens: { id: string; version: number; sealedTokens: string; accessLifetime: number },
): Promise<boolean> =>
  (await queries.run(owned`
    update exchange_links
    set
      sealed_tokens = ${tokens.sealedTokens},
      tokens_version = tokens_version + 1,
      access_until = now() + make_interval(secs => ${tokens.accessLifetime}),
      renewing_until = null,
      state = 'ok'
    where user_id = ${userId}
      and id = ${tokens.id}
      and tokens_version = ${tokens.version}`)) === 1;

/** Records that our access has ended. The holdings are kept, and the user is asked to link again. */
export const markAccessEnded = (
  queries: Queries,
  userId: UserId,
  { id, version }: { id: string; version: number },
) =>
  queries.run(owned`
    update exchange_links
    set
      state = 'reconnect',
      sealed_tokens = '',
      renewing_until = null,
      failed_at = now()
    where user_id = ${userId}
      and id = ${id}
      and tokens_version = ${version}`);

/** Records that our access lacks a permission. The user is asked to link again. */
export const markReconnectNeeded = (queries: Queries, userId: UserId, id: string) =>
  queries.run(owned`
    update exchange_links
    set
      state = 'reconnect',
      failed_at = now()
    where user_id = ${userId}
      and id = ${id}`);

/** Records a failed fetch, and for how many seconds to send no requests. */
export const recordFetchFailure = (queries: Queries, userId: UserId, id: string, seconds: number) =>
  queries.run(owned`
    update exchange_links
    set
      failed_at = now(),
      retry_after = now() + make_interval(secs => ${seconds})
    where user_id = ${userId}
      and id = ${id}`);

/** Deletes an unlinked link. */
export const deleteLink = (queries: Queries, userId: UserId, id: string) =>
  queries.run(owned`
    delete from exchange_links
    where user_id = ${userId}
      and id = ${id}
      and unlinked_at is not null`);

/** Schedules the next fetch of a user's holdings, in seconds from now. */
export const scheduleFetch = (queries: Queries, userId: UserId, seconds: number) =>
  queries.run(directory`
    insert into crypto_polls (user_id, next_poll_at)
    values (${userId}, now() + make_interval(secs => ${seconds}))
    on conflict (user_id) do update
    set next_poll_at = excluded.next_poll_at`);

/** Cancels the scheduled fetches of a user's holdings. */
export const cancelScheduledFetch = (queries: Queries, userId: UserId) =>
  queries.run(directory`
    delete from crypto_polls
    where user_id = ${userId}`);
