import { fetchPortfolio } from '../../features/crypto/fetch-portfolio.ts';
import type { Services } from '../../services.ts';
import { isServed, listDueLooks, takeLook } from './crypto.queries.ts';

const batchSize = 100;

/**
 * Fetches the holdings of every exchange link that is due: once a day, so that each day has a snapshot, and an
 * hour after a failure. Users who have not paid are skipped until they pay.
 */
export async function lookAtExchanges(services: Services): Promise<void> {
  const { database, exchange, log } = services;
  if (exchange === null) return;
  for (;;) {
    const due = await listDueLooks(database, batchSize);
    if (due.length === 0) return;
    for (const userId of due) {
      if (!(await takeLook(database, userId)) || !(await isServed(database, userId))) continue;
      try {
        await fetchPortfolio(services, exchange, userId);
      } catch (error) {
        // A failure of one user must not block the others; it is retried in an hour.
        log.error({ event: 'exchange_look_broke', user_id: userId, reason: String(error) });
      }
    }
  }
}
