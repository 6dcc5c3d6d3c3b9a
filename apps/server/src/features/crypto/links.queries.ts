import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { directory, fragment, owned } from '../../platform/owned-sql.ts';

/** A linked exchange, as it stands. */
export interface LinkRow {
  id: string;
  exchange: string;
  sealed_tokens: string;
  tokens_version: number;
  /** Whether the access token still counts, with a minute to spare. */
  access_counts: boolean;
  state: 'ok' | 'reconnect';
  fetched_at: Date | null;
  failed_at: Date | null;
  /** The exchange wants to be left alone. */
  waits: boolean;
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
  access_until > now() + interval '1 minute' as access_counts,
  state,
  fetched_at,
  failed_at,
  coalesce(ask_after > now(), false) as waits,
  linked_at,
  unlinked_at,
  now() as now`;

/** The link that a user has with an exchange now, if any. */
export const findLink = (queries: Queries, userId: UserId, exchange: string) =>
  queries.row<LinkRow>(owned`
    select ${linkColumns}
    from exchange_links
    where user_id = ${userId}
      and exchange = ${exchange}
      and unlinked_at is null`);

/** A link by its id, also one that is unlinked. */
export const findLinkById = (queries: Queries, userId: UserId, id: string) =>
  queries.row<LinkRow>(owned`
    select ${linkColumns}
    from exchange_links
    where user_id = ${userId}
      and id = ${id}`);

/** Takes the current link out of sight; answers its id and when its holdings were read, if there was one. */
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

/** Notes a new link. `fetchedAt`: when what is kept of an earlier one was read. */
export const insertLink = (
  queries: Queries,
  link: {
    userId: UserId;
    id: string;
    exchange: string;
    sealedTokens: string;
    accessLives: number;
    fetchedAt: Date | null;
  },
) =>
  queries.run(owned`
    insert into exchange_links (user_id, id, exchange, sealed_tokens, access_until, fetched_at)
    values (
      ${link.userId}, ${link.id}, ${link.exchange}, ${link.sealedTokens},
      now() + make_interval(secs => ${link.accessLives}), ${link.fetchedAt}
    )`);

/** Takes the right to renew a pair of tokens, for a minute. Of several at once one gets it. */
export const takeRenewal = async (
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

/** Gives that right back, with the pair as it was. */
export const releaseRenewal = (
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
 * Keeps a new pair in the place of the one with this number; false if that is not there any more. A pair
 * that arrives late, when somebody has found the old one used up, sets the link right again.
 */
export const keepTokens = async (
  queries: Queries,
  userId: UserId,
  pair: { id: string; version: number; sealedTokens: string; accessLives: number },
): Promise<boolean> =>
  (await queries.run(owned`
    update exchange_links
    set
      sealed_tokens = ${pair.sealedTokens},
      tokens_version = tokens_version + 1,
      access_until = now() + make_interval(secs => ${pair.accessLives}),
      renewing_until = null,
      state = 'ok'
    where user_id = ${userId}
      and id = ${pair.id}
      and tokens_version = ${pair.version}`)) === 1;

/** Notes that a pair opens nothing any more. The holdings stay; the user is asked to link anew. */
export const markOver = (
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

/** Notes that we may not see what we came for: the user is asked to link anew. */
export const markRefused = (queries: Queries, userId: UserId, id: string) =>
  queries.run(owned`
    update exchange_links
    set
      state = 'reconnect',
      failed_at = now()
    where user_id = ${userId}
      and id = ${id}`);

/** Notes that the exchange could not be asked, and for how many seconds it wants to be left alone. */
export const markFailed = (queries: Queries, userId: UserId, id: string, wait: number) =>
  queries.run(owned`
    update exchange_links
    set
      failed_at = now(),
      ask_after = now() + make_interval(secs => ${wait})
    where user_id = ${userId}
      and id = ${id}`);

/** Forgets a link for good. */
export const deleteLink = (queries: Queries, userId: UserId, id: string) =>
  queries.run(owned`
    delete from exchange_links
    where user_id = ${userId}
      and id = ${id}
      and unlinked_at is not null`);

/** When a user's holdings are looked at next by themselves: in so many seconds. */
export const planLook = (queries: Queries, userId: UserId, seconds: number) =>
  queries.run(directory`
    insert into crypto_looks (user_id, next_look_at)
    values (${userId}, now() + make_interval(secs => ${seconds}))
    on conflict (user_id) do update
    set next_look_at = excluded.next_look_at`);

/** Nobody looks at a user's holdings any more. */
export const dropLook = (queries: Queries, userId: UserId) =>
  queries.run(directory`
    delete from crypto_looks
    where user_id = ${userId}`);
