import type { CallBody } from '@cairn/contract/calls';
import { remedyOf } from '../../domain/item-state.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { notFound, refused } from '../../platform/problem.ts';
import { PlaidFault } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import { asLinkFailure, webhookAddress } from './link-institution.ts';
import { findKey } from './linking.queries.ts';

/**
 * A token that opens the link script in update mode, for an institution (by the aggregator's id) that
 * wants its user again: a new password, a consent that ends. Nothing is exchanged afterwards, the key
 * stays. Where it is the accounts that are to be chosen, or the bank would tell more than it may, the
 * flow asks for that too. A connection that is gone cannot be mended and is refused.
 */
export async function updateToken(
  services: Services,
  userId: UserId,
  { item_id: providerItemId, choose_accounts = false }: CallBody<'POST /plaid/link/update'>,
) {
  const { database, plaid, sealer } = services;
  const key = await findKey(database, userId, providerItemId);
  if (key === undefined) throw notFound('institution');
  const gone = () =>
    refused(`The connection to ${key.institution_name} no longer exists. Link it again instead.`);
  if (key.access_token_sealed === '' || key.health === 'removed' || key.health === 'revoked')
    throw gone();
  return plaid
    .createLinkToken({
      userId,
      webhook: webhookAddress(services),
      accessToken: sealer.open(key.access_token_sealed, `${userId}/${key.id}`),
      // New accounts are offered on every way there is to the bank.
      chooseAccounts:
        choose_accounts || key.has_new_accounts || remedyOf(key) === 'choose_accounts',
      // Likewise what it would tell besides.
      askFor: key.lacks_consent,
    })
    .catch((error: unknown) => {
      const isGone =
        error instanceof PlaidFault && (error.kind === 'removed' || error.kind === 'revoked');
      if (isGone) throw gone();
      return asLinkFailure(error);
    });
}
