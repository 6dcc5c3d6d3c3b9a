import type { Queries } from '../../platform/database.ts';
import { directory, owned } from '../../platform/owned-sql.ts';
import type { ItemKey } from '../sync/lease.queries.ts';

/** Whose item the aggregator speaks of. */
export const findItemOwner = (queries: Queries, providerItemId: string) =>
  queries.row<{ user_id: string; item_id: string }>(directory`
    select
      user_id,
      item_id
    from item_directory
    where provider_item_id = ${providerItemId}`);

/**
 * Notes that the bank lets us in no longer than until `endsAt` (an instant; null: it did not say). False,
 * and nothing changed, where that is known or has been mended since: events come late and twice.
 */
export const noteConsentEnd = async (
  queries: Queries,
  { userId, itemId }: ItemKey,
  endsAt: string | null,
): Promise<boolean> =>
  (await queries.run(owned`
    update items
    set
      health = 'consent_expiring',
      sync_error = 'consent_expiring',
      consent_ends_at = ${endsAt}::timestamptz
    where user_id = ${userId}
      and id = ${itemId}
      and health in ('ok', 'error', 'consent_expiring')
      and (${endsAt}::timestamptz is null or consent_ends_at is distinct from ${endsAt}::timestamptz)`)) ===
  1;

/** The user has renewed the consent: its warning goes. */
export const forgetExpiry = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.run(owned`
    update items
    set
      health = 'ok',
      sync_error = null,
      told_of = null
    where user_id = ${userId}
      and id = ${itemId}
      and health = 'consent_expiring'`);

/** The bank has accounts that the user was not asked about. */
export const noteNewAccounts = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.run(owned`
    update items
    set new_accounts_at = coalesce(new_accounts_at, now())
    where user_id = ${userId}
      and id = ${itemId}
      and health not in ('removed', 'revoked')`);
