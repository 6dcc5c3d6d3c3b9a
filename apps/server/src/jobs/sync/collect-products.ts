import type { Product } from '../../domain/products.ts';
import { isAbsent, lacksConsent } from '../../providers/plaid/errors.ts';
import type { AccountRecord } from '../../providers/plaid/map.ts';
import type { HoldingRecord } from '../../providers/plaid/map-holdings.ts';
import type { LiabilityRecord } from '../../providers/plaid/map-liabilities.ts';
import type { Services } from '../../services.ts';
import type { Lease, LeasedItem } from './lease.queries.ts';

/** What is told of accounts beside balances and rows; null: not told, so what was known before stays. */
export interface Products {
  liabilities: LiabilityRecord[] | null;
  holdings: HoldingRecord[] | null;
  /** What is not told only because the bank's customer has not agreed to it. */
  lacksConsent: readonly Product[];
}

/** The kinds of accounts that each is told of. */
const kinds: Record<Product, readonly string[]> = {
  liabilities: ['credit', 'loan'],
  investments: ['investment', 'brokerage'],
};

/**
 * What lenders say of debts and what investment accounts hold, where an item has accounts of that kind and its
 * bank says. Never throws: neither is worth a sync. A bank that has nothing to say is taken at its word. What the sync
 * before was not told for lack of consent is lacking until it is known better.
 */
export async function collectProducts(
  { plaid, log }: Services,
  { itemId, lacks_consent: lackedConsent }: Lease & LeasedItem,
  accessToken: string,
  accounts: readonly AccountRecord[],
): Promise<Products> {
  const lacking = new Set<Product>();
  const ask = async <T>(product: Product, call: () => Promise<T[]>): Promise<T[] | null> => {
    if (!accounts.some(({ type }) => kinds[product].includes(type))) return [];
    try {
      return await call();
    } catch (error) {
      if (lacksConsent(error)) lacking.add(product);
      if (isAbsent(error)) return [];
      if (lackedConsent.includes(product)) lacking.add(product);
      log.info({ event: 'product_not_told', product, item_id: itemId, reason: String(error) });
      return null;
    }
  };
  const [liabilities, holdings] = await Promise.all([
    ask('liabilities', () => plaid.liabilities(accessToken)),
    ask('investments', () => plaid.holdings(accessToken)),
  ]);
  return { liabilities, holdings, lacksConsent: [...lacking].toSorted() };
}
