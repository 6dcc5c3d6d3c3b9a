import type { FastifyInstance } from 'fastify';
import type { Aggregator } from '../plaid/plaid.plugin.ts';
import { findLinked } from './item.routes.ts';
import { choiceOf, readFields, textOf, wholeOf } from './read-control.ts';

const FORGERIES = ['wrong_key', 'old_iat', 'other_body'] as const;
const MOST_REPLAYS = 1_000;

/** `/control/webhooks`: sends an item's last webhook again, or one that the app must refuse. A status of null: no answer came. */
export async function webhookRoutes(app: FastifyInstance, aggregator: Aggregator): Promise<void> {
  const { registry, webhooks } = aggregator;

  app.post('/webhooks/replay', async (request) => {
    const given = readFields(request.body, 'the body', ['item_id', 'times']);
    const times = wholeOf(given, 'times', 1, 1, MOST_REPLAYS);
    const item = findLinked(registry, textOf(given, 'item_id'));
    const statuses = await webhooks.replay(item, times);
    return { status: statuses.at(-1) ?? null, statuses };
  });

  app.post('/webhooks/forge', async (request) => {
    const given = readFields(request.body, 'the body', ['item_id', 'how']);
    const how = choiceOf(given, 'how', FORGERIES);
    const item = findLinked(registry, textOf(given, 'item_id'));
    return { status: await webhooks.forge(item, how) };
  });
}
