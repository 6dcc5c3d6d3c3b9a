import type { FastifyInstance } from 'fastify';
import { FIREABLE_CODES, fireByCode } from '../plaid/fire-by-code.ts';
import type { Aggregator } from '../plaid/plaid.plugin.ts';
import { findLinked } from './item.routes.ts';
import { choiceOf, optionalTextOf, readFields, textOf, wholeOf } from './read-control.ts';

const FORGERIES = ['wrong_key', 'old_iat', 'other_body'] as const;
const MOST_REPLAYS = 1_000;

/** `/control/webhooks`: sends an item's last webhook again, any that there is, or one that the app must refuse. A status of null: no answer came. */
export async function webhookRoutes(app: FastifyInstance, aggregator: Aggregator): Promise<void> {
  const { context, registry, webhooks } = aggregator;

  app.post('/webhooks/replay', async (request) => {
    const given = readFields(request.body, 'the body', ['item_id', 'times']);
    const times = wholeOf(given, 'times', 1, 1, MOST_REPLAYS);
    const item = findLinked(registry, textOf(given, 'item_id'));
    const statuses = await webhooks.replay(item, times);
    return { status: statuses.at(-1) ?? null, statuses };
  });

  app.get('/webhooks', async () => ({ codes: FIREABLE_CODES, forgeries: FORGERIES }));

  app.post('/webhooks/fire', async (request) => {
    const given = readFields(request.body, 'the body', ['item_id', 'webhook_code', 'webhook_type']);
    const code = choiceOf(given, 'webhook_code', FIREABLE_CODES);
    const item = findLinked(registry, textOf(given, 'item_id'));
    fireByCode(aggregator, item, code, optionalTextOf(given, 'webhook_type'));
    await context.stateFile.save();
    return { webhook_fired: true };
  });

  app.post('/webhooks/forge', async (request) => {
    const given = readFields(request.body, 'the body', ['item_id', 'how']);
    const how = choiceOf(given, 'how', FORGERIES);
    const item = findLinked(registry, textOf(given, 'item_id'));
    return { status: await webhooks.forge(item, how) };
  });
}
