import type { UserId } from '../../platform/identifiers.ts';
import { PlaidFault } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import type { KeyRow } from './keys.queries.ts';

/**
 * Takes our access to an institution back at the aggregator. One that has ended already is no error, so
 * it may be repeated. Throws while the aggregator does not answer.
 */
export async function removeAtProvider(
  { plaid, sealer }: Pick<Services, 'plaid' | 'sealer'>,
  userId: UserId,
  { id, access_token_sealed }: KeyRow,
): Promise<void> {
  try {
    await plaid.removeItem(sealer.open(access_token_sealed, `${userId}/${id}`));
  } catch (error) {
    const isOver =
      error instanceof PlaidFault && (error.kind === 'removed' || error.kind === 'revoked');
    if (!isOver) throw error;
  }
}
