import type { Handlers } from '../../platform/http/handler.ts';
import { Failure } from '../../platform/problem.ts';
import { storeWebhookEvent } from '../../platform/webhook-events.queries.ts';
import type { Services } from '../../services.ts';

/** The payment provider's events: verified on the raw bytes, stored, answered, worked off later. */
export function billingHandlers(services: Services): Handlers<'POST /webhooks/stripe'> {
  const { stripe, database, queue } = services;
  return {
    'POST /webhooks/stripe': async ({ request }) => {
      const signature = request.headers['stripe-signature'];
      // The body of a signed call is its raw bytes.
      const rawBody = request.body as Buffer;
      const event = await stripe
        .readEvent(rawBody, typeof signature === 'string' ? signature : '')
        .catch(() => {
          throw new Failure(
            'bad_signature',
            'The signature does not match the body, or is too old.',
          );
        });
      await database.transaction(async (transaction) => {
        const stored = { provider: 'stripe', eventId: event.id, body: event };
        if (!(await storeWebhookEvent(transaction, stored))) return;
        await queue.enqueue(
          'work-off-webhook',
          { provider: 'stripe', eventId: event.id },
          { transaction },
        );
      });
      return { received: true };
    },
  };
}
