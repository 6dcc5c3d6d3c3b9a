import { fetchPortfolio } from '../../features/crypto/fetch-portfolio.ts';
import type { Services } from '../../services.ts';
import { claimPoll, isActiveAndPaid, listDuePolls } from './exchange-polls.queries.ts';

const batchSize = 100;

/**
 * Fetches the holdings of every exchange link that is due: once a day, so that each day has a snapshot, and an
 * hour after a failure. Users who have not paid are skipped until they pay.
 */
export async function pollExchanges(services: Services): Promise<void> {
  const { database, exchange, log } = services;
  if (exchange === null) return;
  for (;;) {
    const due = await listDuePolls(database, batchSize);
    if (due.length === 0) return;
    for (const userId of due) {
      if (!(await claimPoll(database, userId)) || !(await isActiveAndPaid(database, userId)))
        continue;
      try {
        await fetchPortfolio(services, exchange, userId);
      } catch (error) {
        // A failure of one user must not block the others; it is retried in an hour.
        log.error({ event: 'exchange_poll_failed', user_id: userId, reason: String(error) });
      }
    }
  }
}
