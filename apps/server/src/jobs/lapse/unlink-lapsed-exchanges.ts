import { revokeExchangeAccess } from '../../features/crypto/revoke-exchange-access.ts';
import { recordActivity } from '../../identity/activity.queries.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { ExchangeError } from '../../platform/providers/exchange-provider.ts';
import { ProviderUnavailable } from '../../platform/providers/provider-request.ts';
import type { Services } from '../../services.ts';
import { clearExchangeTokens, listExchangeTokens } from '../unlink/exchange-tokens.queries.ts';

/**
 * Revokes our access to a lapsed user's crypto exchanges and deletes the tokens. The holdings are kept, but the user
 * has to link the exchange again after paying. The next run retries exchanges that are unavailable or refuse the
 * request.
 */
export async function unlinkLapsedExchanges(
  services: Services,
  userId: UserId,
  isStillDue: () => Promise<boolean>,
): Promise<void> {
  const { database, exchange, log } = services;
  for (const { id, exchange: key, isLinked } of await listExchangeTokens(database, userId)) {
    // A link that the user unlinked has its own job.
    if (!isLinked) continue;
    if (!(await isStillDue())) return;
    try {
      if (exchange === null)
        log.error({ event: 'revocation_abandoned', user_id: userId, name: key });
      else {
        await revokeExchangeAccess(services, exchange, userId, id);
        log.info({ event: 'access_revoked', provider: key, user_id: userId });
      }
    } catch (error) {
      if (!(error instanceof ExchangeError || error instanceof ProviderUnavailable)) throw error;
      log.warn({ event: 'unlinking_delayed', user_id: userId, name: key, code: error.message });
      continue;
    }
    await database.transaction(async (transaction) => {
      if (!(await clearExchangeTokens(transaction, userId, id))) return;
      const detail = exchange?.name ?? key;
      await recordActivity(transaction, { userId, event: 'exchange_unlinked', detail });
    });
  }
}
