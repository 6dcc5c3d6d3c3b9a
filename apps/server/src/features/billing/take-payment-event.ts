import type { FastifyRequest } from 'fastify';
import { Failure } from '../../platform/problem.ts';
import { storeWebhookEvent } from '../../platform/webhook-events.queries.ts';
import type { Services } from '../../services.ts';
import { readPaymentEvent } from './read-payment-event.ts';

/**
 * Takes an event of the payment provider: verified on the raw bytes, stored, worked off later by a job.
 * Refuses, and keeps no row of, what is not signed by it now, or is of its other mode: a rehearsal pays
 * nothing in production, and money is no matter for a rehearsal.
 */
export async function takePaymentEvent(
  { stripe, database, queue, settings, log }: Services,
  request: Pick<FastifyRequest, 'headers' | 'body'>,
): Promise<void> {
  const signature = request.headers['stripe-signature'];
  // The body of a signed call is its raw bytes.
  const rawBody = request.body as Buffer;
  const event = await stripe
    .readEvent(rawBody, typeof signature === 'string' ? signature : '')
    .catch(() => {
      throw new Failure(
        'bad_signature',
        'The signature does not match the body, or is not of the last five minutes.',
      );
    });
  if (event.livemode !== settings.production) {
    log.error({ event: 'payment_event_of_other_mode', livemode: event.livemode });
    throw new Failure(
      'unprocessable',
      `This server takes ${settings.production ? 'live' : 'test'} events only.`,
    );
  }
  // Most kinds of event are of no matter here, and would only be in the way of those that are.
  if (readPaymentEvent(event).about === 'nothing') return;
  await database.transaction(async (transaction) => {
    const stored = { provider: 'stripe', eventId: event.id, body: event };
    if (!(await storeWebhookEvent(transaction, stored))) return;
    await queue.enqueue(
      'work-off-webhook',
      { provider: 'stripe', eventId: event.id },
      { transaction },
    );
  });
}
