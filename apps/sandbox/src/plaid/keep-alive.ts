import { setImmediate as breathe } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Aggregator } from './plaid.plugin.ts';

const LOOK_EVERY_MS = 30_000;

/** Lets linked people live on: when a new day has come their new rows are added, and the app is told. */
export function keepItemsAlive(app: FastifyInstance, aggregator: Aggregator): void {
  const { context, registry, webhooks } = aggregator;
  let day: string | null = null;
  let stopped = false;

  const look = async () => {
    const today = context.clock.today();
    if (day === today) return;
    day = today;
    for (const item of registry.items()) {
      if (stopped) return;
      if (item.record.state === 'ok' && registry.advance(item)) {
        webhooks.fireUpdates(item);
        item.told = item.ledger.length;
      }
      // Requests are answered between one person and the next.
      await breathe();
    }
  };

  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    void look();
    timer = setInterval(() => void look(), LOOK_EVERY_MS);
    timer.unref();
  });
  app.addHook('preClose', async () => {
    stopped = true;
    clearInterval(timer);
  });
}
