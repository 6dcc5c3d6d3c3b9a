import { createHash } from 'node:crypto';
import { findItem, listItems } from '../../domain/items/linked-items.queries.ts';
import { enqueueSync } from '../../items/enqueue-sync.ts';
import { toItemReference, toItemSync, toLinkedItem } from '../../items/serialize-item.ts';
import { insertWebhookEvent } from '../../platform/events/webhook-events.queries.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { Failure, notFound } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { createUpdateToken } from './create-update-token.ts';
import { asLinkFailure, linkInstitution, webhookUrl } from './link-institution.ts';
import { linkingCopy } from './linking.copy.ts';
import { clearUpdateWarnings, markItemsQueued } from './linking.queries.ts';
import { findMatchingItem } from './matching-item.queries.ts';
import { createEventStreams } from './stream-events.ts';
import { syncStatus } from './sync-status.ts';

type LinkingCalls =
  | 'POST /plaid/'
  | 'POST /plaid/link/token'
  | 'POST /plaid/link/update'
  | 'POST /plaid/link/known'
  | 'POST /plaid/link/updated'
  | 'GET /plaid/link/items'
  | 'POST /user/plaid/sync_transactions'
  | 'GET /user/sync'
  | 'GET /user/events'
  | 'POST /webhooks/plaid';

/** Handlers for linking institutions, syncing them, and the event stream. */
export function linkingHandlers(services: Services): Handlers<LinkingCalls> {
  const { database, clock, plaid, queue } = services;
  const streamEvents = createEventStreams(services);
  const readStatus = async (userId: Parameters<typeof listItems>[1]) =>
    syncStatus(await listItems(database, userId), clock.now());
  return {
    'POST /plaid/': async ({ identity: { userId } }) => {
      await services.rateLimiter.consume('link_token_user', userId);
      return plaid.createLinkToken({ userId, webhook: webhookUrl(services) }).catch(asLinkFailure);
    },
    'POST /plaid/link/token': ({ identity, body }) =>
      linkInstitution(services, identity.userId, body.public_token),
    'POST /plaid/link/update': ({ identity, body }) =>
      createUpdateToken(services, identity.userId, body),
    'POST /plaid/link/known': async ({ owner, body }) => ({
      known: (await findMatchingItem(database, owner, body.institution, body.accounts)) ?? null,
    }),
    'POST /plaid/link/updated': ({ identity, body }) =>
      finishUpdateMode(services, identity.userId, body.item_id),
    'GET /plaid/link/items': async ({ owner }) => {
      const items = await listItems(database, owner);
      return {
        link_tokens: items.map(toItemReference),
        details: items.map((item) => toLinkedItem(item, clock.now())),
      };
    },
    'POST /user/plaid/sync_transactions': async ({ identity: { userId } }) => {
      await services.rateLimiter.consume('sync_user', userId);
      await database.transaction(async (transaction) => {
        for (const { id } of await markItemsQueued(transaction, userId))
          await enqueueSync(queue, transaction, { userId, itemId: id });
        await services.userEvents.publish(transaction, userId, 'sync');
      });
      const { state, items } = await readStatus(userId);
      // Without an item, no sync runs. The state is still 'queued', as for any accepted request.
      return { state: state === 'running' ? 'running' : 'queued', items };
    },
    'GET /user/sync': ({ owner }) => readStatus(owner),
    'GET /user/events': ({ identity, request, reply }) =>
      streamEvents({ identity, request, reply }),
    'POST /webhooks/plaid': async ({ request }) => {
      const rawBody = request.body as Buffer; // The body of a signed call is a buffer of its raw bytes.
      const signature = request.headers['plaid-verification'];
      await plaid
        .verifyWebhook(rawBody, typeof signature === 'string' ? signature : undefined)
        .catch(() => {
          services.metrics.webhookSignatureFailures.inc({ provider: 'plaid' });
          throw new Failure('bad_signature', linkingCopy.invalidSignature);
        });
      // The aggregator's events have no id, and two events of one second can be identical. The signature
      // serves as the id: it differs for every event and stays the same when an event is sent again.
      const eventId = createHash('sha256').update(String(signature)).update(rawBody).digest('hex');
      await database.transaction(async (transaction) => {
        const stored = { provider: 'plaid', eventId, body: parseJson(rawBody) };
        if (!(await insertWebhookEvent(transaction, stored))) return;
        await queue.enqueue('process-webhook', { provider: 'plaid', eventId }, { transaction });
      });
      return { received: true };
    },
  };
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new Failure('malformed_request', linkingCopy.invalidJson);
  }
}

/**
 * Handles the end of update mode for an item (by the aggregator's id), or the dismissal of the notice that offers it.
 * The aggregator sends no webhook if nothing was broken, so the client reports the end. Warnings are cleared, and a
 * sync determines the item's health. Returns the item's sync status.
 */
async function finishUpdateMode(
  { database, queue, userEvents, rateLimiter, log }: Services,
  userId: UserId,
  providerItemId: string,
): Promise<ReturnType<typeof toItemSync>> {
  await rateLimiter.consume('sync_user', userId);
  return database.transaction(async (transaction) => {
    const cleared = await clearUpdateWarnings(transaction, userId, providerItemId);
    const item = cleared && (await findItem(transaction, userId, cleared.id));
    if (item === undefined) throw notFound('institution');
    await enqueueSync(queue, transaction, { userId, itemId: item.id });
    await userEvents.publish(transaction, userId, 'sync');
    log.info({ event: 'update_mode_finished', user_id: userId, item_id: item.id });
    return toItemSync(item);
  });
}
