import type { Services } from '../../../services.ts';
import type { ItemKey } from '../lease.queries.ts';
import { findInstitutionWithoutBrand, saveBrand } from '../write/brand.queries.ts';

/**
 * Fetches the color and logo of an item's institution, at most once every 30 days. They are decoration, so their
 * errors never fail the sync. After an error, the next sync retries.
 */
export async function refreshBrand(
  { plaid, database, log }: Services,
  item: ItemKey,
): Promise<void> {
  try {
    const due = await findInstitutionWithoutBrand(database, item);
    if (due !== undefined) await saveBrand(database, item, await plaid.brand(due.institution_id));
  } catch (error) {
    log.info({ event: 'brand_unavailable', item_id: item.itemId, reason: String(error) });
  }
}
