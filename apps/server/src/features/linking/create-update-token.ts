import type { CallBody } from '@cairn/contract/calls';
import { formatMessage } from '@cairn/contract/text/copy';
import { itemRemedy } from '../../domain/items/item-state.ts';
import { accessTokenContext } from '../../items/access-token-context.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { notFound, unprocessable } from '../../platform/problem.ts';
import { PlaidError } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import { asLinkFailure, webhookUrl } from './link-institution.ts';
import { linkingCopy } from './linking.copy.ts';
import { findLinkedItem } from './linking.queries.ts';

/**
 * Creates a token that opens the link script in update mode for an item (by the aggregator's id), for example
 * after a password change or before its consent expires. The access token stays valid, so nothing is exchanged
 * afterward. The flow also offers account selection and missing consents where needed. Throws 422 for a removed
 * or revoked item, which must be linked again.
 */
export async function createUpdateToken(
  services: Services,
  userId: UserId,
  { item_id: providerItemId, choose_accounts = false }: CallBody<'POST /plaid/link/update'>,
) {
  const { database, plaid, sealer, rateLimiter } = services;
  const item = await findLinkedItem(database, userId, providerItemId);
  if (item === undefined) throw notFound('institution');
  const linkAgainFailure = () =>
    unprocessable(
      formatMessage(linkingCopy.mustBeLinkedAgain, { institution: item.institution_name }),
    );
  if (item.access_token_sealed === '' || item.health === 'removed' || item.health === 'revoked')
    throw linkAgainFailure();
  await rateLimiter.consume('link_token_user', userId);
  return plaid
    .createLinkToken({
      userId,
      webhook: webhookUrl(services),
      accessToken: sealer.open(item.access_token_sealed, accessTokenContext(userId, item.id)),
      // Offers account selection on request, or if the bank has new accounts. Missing consents are always requested.
      allowsAccountSelection:
        choose_accounts || item.has_new_accounts || itemRemedy(item) === 'choose_accounts',
      additionalProducts: item.missing_consents,
    })
    .catch((error: unknown) => {
      const hasAccessEnded =
        error instanceof PlaidError && (error.kind === 'removed' || error.kind === 'revoked');
      if (hasAccessEnded) throw linkAgainFailure();
      return asLinkFailure(error);
    });
}
