import { recordActivity } from '../../domain/activity.queries.ts';
import { takeBackAccess } from '../../features/crypto/take-back-access.ts';
import { ProviderAway } from '../../platform/ask-provider.ts';
import { ExchangeFault } from '../../platform/exchange-provider.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { dropExchangeKey, listExchangeKeys } from '../unlink/exchange-keys.queries.ts';

/**
 * Revokes our access to a lapsed user's crypto exchanges and deletes the tokens. The holdings are kept, but the user
 * has to link the exchange again after paying. Exchanges that are unavailable are retried by the next run.
 */
export async function unlinkExchanges(
  services: Services,
  userId: UserId,
  isStillDue: () => Promise<boolean>,
): Promise<void> {
  const { database, exchange, log } = services;
  for (const { id, exchange: key, linked } of await listExchangeKeys(database, userId)) {
    // A link that the user unlinked has its own job.
    if (!linked) continue;
    if (!(await isStillDue())) return;
    try {
      if (exchange !== null) await takeBackAccess(services, exchange, userId, id);
    } catch (error) {
      if (!(error instanceof ExchangeFault || error instanceof ProviderAway)) throw error;
      log.warn({ event: 'unlinking_waits', user_id: userId, name: key, code: error.message });
      continue;
    }
    await database.transaction(async (transaction) => {
      if (!(await dropExchangeKey(transaction, userId, id))) return;
      const detail = exchange?.name ?? key;
      await recordActivity(transaction, { userId, event: 'exchange_unlinked', detail });
    });
    log.info({ event: 'access_revoked', provider: key, user_id: userId });
  }
}
