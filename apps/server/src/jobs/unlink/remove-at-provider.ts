import { accessTokenContext } from '../../items/access-token-context.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { PlaidError } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import type { AccessTokenRow } from './access-tokens.queries.ts';

/**
 * Revokes our access to an item at the aggregator. Safe to repeat: access that has already ended is not an error.
 * Throws while the aggregator is unavailable.
 */
export async function removeAtProvider(
  { plaid, sealer }: Pick<Services, 'plaid' | 'sealer'>,
  userId: UserId,
  { id, access_token_sealed }: AccessTokenRow,
): Promise<void> {
  try {
    await plaid.removeItem(sealer.open(access_token_sealed, accessTokenContext(userId, id)));
  } catch (error) {
    const hasEnded =
      error instanceof PlaidError && (error.kind === 'removed' || error.kind === 'revoked');
    if (!hasEnded) throw error;
  }
}
