import type { UserId } from '../../platform/identifiers.ts';
import {
  ExchangeError,
  type ExchangeProvider,
} from '../../platform/providers/exchange-provider.ts';
import type { Services } from '../../services.ts';
import { withAccess } from './access-tokens.ts';
import { findLinkById } from './links.queries.ts';

/**
 * Revokes our access at the exchange. That requires a valid access token, so an expired one is refreshed first.
 * Safe to repeat: access that has already ended is no error. Throws while the exchange is unavailable.
 */
export async function revokeExchangeAccess(
  services: Services,
  exchange: ExchangeProvider,
  userId: UserId,
  linkId: string,
): Promise<void> {
  const link = await findLinkById(services.database, userId, linkId);
  if (link === undefined || link.sealed_tokens === '') return;
  try {
    await withAccess(services, exchange, userId, link, (token) => exchange.revoke(token));
  } catch (error) {
    const hasEnded =
      error instanceof ExchangeError && ['grant_invalid', 'access_expired'].includes(error.kind);
    if (!hasEnded) throw error;
  }
}
