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

/** Notes how a connection stands. One that is gone stays gone. */
export const setItemHealth = (
  queries: Queries,
  { userId, itemId }: ItemKey,
  health: 'consent_expiring' | 'revoked',
) =>
  queries.run(owned`
    update items
    set
      health = ${health},
      sync_error = ${health}
    where user_id = ${userId}
      and id = ${itemId}
      and health not in ('removed', 'revoked')`);

/** The user has renewed the consent: its warning goes. */
export const forgetExpiry = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.run(owned`
    update items
    set
      health = 'ok',
      sync_error = null
    where user_id = ${userId}
      and id = ${itemId}
      and health = 'consent_expiring'`);
