import type { FastifyInstance } from 'fastify';
import type { Aggregator } from '../plaid/plaid.plugin.ts';
import { FIREABLE_CODES, fireWebhook } from '../plaid/webhooks/fire-webhook.ts';
import { choiceOf, integerOf, optionalStringOf, readFields, stringOf } from './control-fields.ts';
import { findLinkedItem } from './item.routes.ts';

const FORGERIES = ['wrong_key', 'old_iat', 'other_body'] as const;
const MAX_REPLAYS = 1_000;

/** `/control/webhooks`: replays an item's last webhook, fires any webhook, or forges a webhook. A status of null means no response. */
export async function webhookRoutes(app: FastifyInstance, aggregator: Aggregator): Promise<void> {
  const { context, registry, webhooks } = aggregator;

  app.post('/webhooks/replay', async (request) => {
    const fields = readFields(request.body, 'the body', ['item_id', 'times']);
    const times = integerOf(fields, 'times', 1, 1, MAX_REPLAYS);
    const item = findLinkedItem(registry, stringOf(fields, 'item_id'));
    const statuses = await webhooks.replay(item, times);
    return { status: statuses.at(-1) ?? null, statuses };
  });

  app.get('/webhooks', async () => ({ codes: FIREABLE_CODES, forgeries: FORGERIES }));

  app.post('/webhooks/fire', async (request) => {
    const fields = readFields(request.body, 'the body', [
      'item_id',
      'webhook_code',
      'webhook_type',
    ]);
    const code = choiceOf(fields, 'webhook_code', FIREABLE_CODES);
    const item = findLinkedItem(registry, stringOf(fields, 'item_id'));
    fireWebhook(aggregator, item, code, optionalStringOf(fields, 'webhook_type'));
    await context.stateFile.save();
    return { webhook_fired: true };
  });

  app.post('/webhooks/forge', async (request) => {
    const fields = readFields(request.body, 'the body', ['item_id', 'how']);
    const how = choiceOf(fields, 'how', FORGERIES);
    const item = findLinkedItem(registry, stringOf(fields, 'item_id'));
    return { status: await webhooks.forge(item, how) };
  });
}
