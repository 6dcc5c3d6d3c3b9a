import { fetchPortfolio } from '../../features/crypto/fetch-portfolio.ts';
import type { Services } from '../../services.ts';
import { isServed, listDueLooks, takeLook } from './crypto.queries.ts';

const atOnce = 100;

/**
 * Reads what is held at exchanges, for everyone whose turn it is: once a day, so that each day has its
 * snapshot, and an hour after a look that failed. Who has not paid is looked at again once they have.
 */
export async function lookAtExchanges(services: Services): Promise<void> {
  const { database, exchange, log } = services;
  if (exchange === null) return;
  for (;;) {
    const due = await listDueLooks(database, atOnce);
    if (due.length === 0) return;
    for (const userId of due) {
      if (!(await takeLook(database, userId)) || !(await isServed(database, userId))) continue;
      try {
        await fetchPortfolio(services, exchange, userId);
      } catch (error) {
        // What breaks for one is tried again in an hour, and must not hold up the others.
        log.error({ event: 'exchange_look_broke', user_id: userId, reason: String(error) });
      }
    }
  }
}
