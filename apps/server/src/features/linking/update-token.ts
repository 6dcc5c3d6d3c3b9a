import type { CallBody } from '@cairn/contract/calls';
import { formatMessage } from '@cairn/contract/copy';
import { remedyOf } from '../../domain/item-state.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { notFound, refused } from '../../platform/problem.ts';
import { PlaidFault } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import { asLinkFailure, webhookAddress } from './link-institution.ts';
import { linkingCopy } from './linking.copy.ts';
import { findKey } from './linking.queries.ts';

/**
 * Creates a token that opens the link script in update mode for an item (by the aggregator's id), for example
 * after a password change or before its consent expires. The access token stays valid, so nothing is exchanged
 * afterwards. The flow also offers account selection and missing consents where needed. Throws 422 for a removed
 * or revoked item, which must be linked again.
 */
export async function updateToken(
  services: Services,
  userId: UserId,
  { item_id: providerItemId, choose_accounts = false }: CallBody<'POST /plaid/link/update'>,
) {
  const { database, plaid, sealer } = services;
  const item = await findKey(database, userId, providerItemId);
  if (item === undefined) throw notFound('institution');
  const itemGone = () =>
    refused(formatMessage(linkingCopy.itemGone, { institution: item.institution_name }));
  if (item.access_token_sealed === '' || item.health === 'removed' || item.health === 'revoked')
    throw itemGone();
  return plaid
    .createLinkToken({
      userId,
      webhook: webhookAddress(services),
      accessToken: sealer.open(item.access_token_sealed, `${userId}/${item.id}`),
      // Every update flow offers new accounts and missing consents.
      chooseAccounts:
        choose_accounts || item.has_new_accounts || remedyOf(item) === 'choose_accounts',
      askFor: item.lacks_consent,
    })
    .catch((error: unknown) => {
      const isGone =
        error instanceof PlaidFault && (error.kind === 'removed' || error.kind === 'revoked');
      if (isGone) throw itemGone();
      return asLinkFailure(error);
    });
}
