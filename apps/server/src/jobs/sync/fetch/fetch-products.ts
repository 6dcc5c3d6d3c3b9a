import type { Product } from '../../../domain/items/products.ts';
import type { InstitutionCalls } from '../../../providers/plaid/client.ts';
import { isProductUnavailable, lacksConsent } from '../../../providers/plaid/errors.ts';
import type { AccountRecord } from '../../../providers/plaid/map.ts';
import type { HoldingRecord } from '../../../providers/plaid/map-holdings.ts';
import type { LiabilityRecord } from '../../../providers/plaid/map-liabilities.ts';
import type { Services } from '../../../services.ts';
import type { Lease, LeasedItem } from '../lease.queries.ts';

/** Liabilities and holdings of an item. Null if they could not be fetched, so that the stored ones are kept. */
export interface FetchedProducts {
  liabilities: LiabilityRecord[] | null;
  holdings: HoldingRecord[] | null;
  /** The products that are missing because the user has not consented at the bank. */
  missingConsents: readonly Product[];
}

/** The account types that have each product. */
const accountTypes: Record<Product, readonly string[]> = {
  liabilities: ['credit', 'loan'],
  investments: ['investment', 'brokerage'],
};

/**
 * Fetches the liabilities and holdings of an item that has accounts of those types. Never throws, because neither
 * should fail a sync. If a bank doesn't support a product, its list is empty. If a request fails, a consent that was
 * missing before still counts as missing.
 */
export async function fetchProducts(
  { log }: Services,
  { itemId, missing_consents: missingBefore }: Lease & LeasedItem,
  bank: InstitutionCalls,
  accessToken: string,
  accounts: readonly AccountRecord[],
): Promise<FetchedProducts> {
  const missing = new Set<Product>();
  const fetchProduct = async <T>(
    product: Product,
    request: () => Promise<T[]>,
  ): Promise<T[] | null> => {
    if (!accounts.some(({ type }) => accountTypes[product].includes(type))) return [];
    try {
      return await request();
    } catch (error) {
      if (lacksConsent(error)) missing.add(product);
      if (isProductUnavailable(error)) return [];
      if (missingBefore.includes(product)) missing.add(product);
      log.info({ event: 'product_unavailable', product, item_id: itemId, reason: String(error) });
      return null;
    }
  };
  const [liabilities, holdings] = await Promise.all([
    fetchProduct('liabilities', () => bank.liabilities(accessToken)),
    fetchProduct('investments', () => bank.holdings(accessToken)),
  ]);
  return { liabilities, holdings, missingConsents: [...missing].toSorted() };
}
