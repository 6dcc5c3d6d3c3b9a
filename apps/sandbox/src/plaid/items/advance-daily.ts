import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Aggregator } from '../plaid.plugin.ts';

const POLL_INTERVAL_MS = 30_000;

/**
 * Polls for new days. A day starts at midnight in each user's own time zone, so every item is advanced to its own
 * current day, and the app is notified of new rows by webhook. An item that is already up to date costs nothing.
 */
export function advanceItemsDaily(app: FastifyInstance, aggregator: Aggregator): void {
  const { registry, webhooks } = aggregator;
  let isStopped = false;

  const advanceAll = async () => {
    for (const item of registry.items()) {
      if (isStopped) return;
      if (item.record.state === 'ok' && registry.advance(item)) {
        webhooks.fireUpdates(item);
        item.reportedCount = item.ledger.length;
      }
      // Let requests run between two items.
      await yieldToEventLoop();
    }
  };

  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    void advanceAll();
    timer = setInterval(() => void advanceAll(), POLL_INTERVAL_MS);
    timer.unref();
  });
  app.addHook('preClose', async () => {
    isStopped = true;
    clearInterval(timer);
  });
}
