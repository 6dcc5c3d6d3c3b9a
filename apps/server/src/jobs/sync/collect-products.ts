import { isAbsent } from '../../providers/plaid/errors.ts';
import type { AccountRecord } from '../../providers/plaid/map.ts';
import type { HoldingRecord } from '../../providers/plaid/map-holdings.ts';
import type { LiabilityRecord } from '../../providers/plaid/map-liabilities.ts';
import type { Services } from '../../services.ts';
import type { Lease } from './lease.queries.ts';

/** What is told of accounts beside balances and rows; null: not told, so what was known before stays. */
export interface Products {
  liabilities: LiabilityRecord[] | null;
  holdings: HoldingRecord[] | null;
}

/**
 * What lenders say of debts and what investment accounts hold, where an item has accounts of that kind and its
 * bank says. Never throws: neither is worth a sync. A bank that has nothing to say is taken at its word.
 */
export async function collectProducts(
  { plaid, log }: Services,
  { itemId }: Lease,
  accessToken: string,
  accounts: readonly AccountRecord[],
): Promise<Products> {
  const ask = async <T>(
    product: keyof Products,
    types: readonly string[],
    call: () => Promise<T[]>,
  ): Promise<T[] | null> => {
    if (!accounts.some(({ type }) => types.includes(type))) return [];
    try {
      return await call();
    } catch (error) {
      if (isAbsent(error)) return [];
      log.info({ event: 'product_not_told', product, item_id: itemId, reason: String(error) });
      return null;
    }
  };
  const [liabilities, holdings] = await Promise.all([
    ask('liabilities', ['credit', 'loan'], () => plaid.liabilities(accessToken)),
    ask('holdings', ['investment', 'brokerage'], () => plaid.holdings(accessToken)),
  ]);
  return { liabilities, holdings };
}
