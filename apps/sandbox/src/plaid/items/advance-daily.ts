import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Aggregator } from '../plaid.plugin.ts';

const POLL_INTERVAL_MS = 30_000;

/** Polls for a new day. On a new day, advances every item and notifies the app of new rows by webhook. */
export function advanceItemsDaily(app: FastifyInstance, aggregator: Aggregator): void {
  const { context, registry, webhooks } = aggregator;
  let lastDay: string | null = null;
  let isStopped = false;

  const advanceAll = async () => {
    const today = context.clock.today();
    if (lastDay === today) return;
    lastDay = today;
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
