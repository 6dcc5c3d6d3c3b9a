import { ExchangeFault, type ExchangeProvider } from '../../platform/exchange-provider.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { withAccess } from './access-tokens.ts';
import { findLinkById } from './links.queries.ts';

/**
 * Ends our access at the exchange: it wants a living access token for that, so one that has run out is
 * renewed first. Access that has ended already is no error, so it may be repeated. Throws while the exchange
 * does not answer.
 */
export async function takeBackAccess(
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
    const isOver =
      error instanceof ExchangeFault && ['grant_over', 'access_over'].includes(error.kind);
    if (!isOver) throw error;
  }
}
