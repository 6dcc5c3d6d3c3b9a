import { createHash } from 'node:crypto';
import type { Queries } from '../../../platform/database/database.ts';
import { directory, owned } from '../../../platform/database/owned-sql.ts';
import type { BrandRecord } from '../../../providers/plaid/map-brand.ts';
import type { ItemKey } from '../lease.queries.ts';

/** Returns an item's institution if its brand was never fetched, or was last fetched more than 30 days ago. */
export const findInstitutionWithDueBrand = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.row<{ institution_id: string }>(owned`
    select institution_id
    from items
    where user_id = ${userId}
      and id = ${itemId}
      and institution_id is not null
      and coalesce(brand_fetched_at < now() - interval '30 days', true)`);

/** Saves the color and logo of an item's institution. */
export async function saveBrand(
  queries: Queries,
  { userId, itemId }: ItemKey,
  { color, logo }: BrandRecord,
): Promise<void> {
  const digest = logo && createHash('sha256').update(logo).digest();
  if (digest !== null)
    await queries.run(directory`
      insert into logos (digest, fetched_at, content_type, picture)
      values (${digest}, now(), 'image/png', ${logo})
      on conflict (digest) do nothing`);
  await queries.run(owned`
    update items
    set
      brand_color = ${color},
      brand_logo = ${digest},
      brand_fetched_at = now()
    where user_id = ${userId}
      and id = ${itemId}`);
}
