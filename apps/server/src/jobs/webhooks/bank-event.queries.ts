import type { Queries } from '../../platform/database/database.ts';
import { directory, owned, transactionTime } from '../../platform/database/owned-sql.ts';
import type { ItemKey } from '../sync/lease.queries.ts';

/** Finds the user and the item of an aggregator's item id. */
export const findItemByProviderId = (queries: Queries, providerItemId: string) =>
  queries.row<{ user_id: string; item_id: string }>(directory`
    select
      user_id,
      item_id
    from item_directory
    where provider_item_id = ${providerItemId}`);

/**
 * Records that the consent at the bank ends at `endsAt` (ISO 8601, null if unknown). False, with nothing changed, if
 * that is already recorded or the consent was renewed since: events can be late or duplicated.
 */
export const recordConsentEnd = async (
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
      and health in ('ok', 'consent_expiring')
      and (${endsAt}::timestamptz is null or consent_ends_at is distinct from ${endsAt}::timestamptz)`)) ===
  1;

/** Clears the consent warning after the user has renewed the consent. */
export const clearConsentWarning = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.run(owned`
    update items
    set
      health = 'ok',
      sync_error = null,
      notified_health = null
    where user_id = ${userId}
      and id = ${itemId}
      and health = 'consent_expiring'`);

/** Records that the bank has new accounts that the user has not been asked to share. */
export const recordNewAccounts = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.run(owned`
    update items
    set new_accounts_at = coalesce(new_accounts_at, ${transactionTime})
    where user_id = ${userId}
      and id = ${itemId}
      and health not in ('removed', 'revoked')`);
