import type { UserId } from '../../platform/identifiers.ts';
import { PlaidFault } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import type { KeyRow } from './keys.queries.ts';

/**
 * Revokes our access to an item at the aggregator. Safe to repeat: access that has already ended is not an error.
 * Throws while the aggregator is unavailable.
 */
export async function removeAtProvider(
  { plaid, sealer }: Pick<Services, 'plaid' | 'sealer'>,
  userId: UserId,
  { id, access_token_sealed }: KeyRow,
): Promise<void> {
  try {
    await plaid.removeItem(sealer.open(access_token_sealed, `${userId}/${id}`));
  } catch (error) {
    const hasEnded =
      error instanceof PlaidFault && (error.kind === 'removed' || error.kind === 'revoked');
    if (!hasEnded) throw error;
  }
}
