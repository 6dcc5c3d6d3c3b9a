import type { FastifyRequest } from 'fastify';
import { insertWebhookEvent } from '../../platform/events/webhook-events.queries.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { billingCopy } from './billing.copy.ts';
import { parsePaymentEvent } from './parse-payment-event.ts';

/**
 * Receives an event of the payment provider: verifies it on the raw bytes and stores it, for a job to process.
 * Throws, and stores nothing, if the signature is invalid or outdated, or if the event is of the other mode:
 * a test payment gives no access in production, and a live one is accepted only there.
 */
export async function receivePaymentEvent(
  { stripe, database, queue, settings, log, metrics }: Services,
  request: Pick<FastifyRequest, 'headers' | 'body'>,
): Promise<void> {
  const signature = request.headers['stripe-signature'];
  // The body of a signed call is a buffer of its raw bytes.
  const rawBody = request.body as Buffer;
  const event = await stripe
    .readEvent(rawBody, typeof signature === 'string' ? signature : '')
    .catch(() => {
      metrics.webhookSignatureFailures.inc({ provider: 'stripe' });
      throw new Failure('bad_signature', billingCopy.invalidSignature);
    });
  if (event.livemode !== settings.isProduction) {
    log.error({ event: 'payment_event_wrong_mode', livemode: event.livemode });
    throw new Failure(
      'unprocessable',
      settings.isProduction ? billingCopy.liveEventsOnly : billingCopy.testEventsOnly,
    );
  }
  // Most kinds of events change nothing, and would only delay the others in the queue.
  if (parsePaymentEvent(event).kind === 'ignored') return;
  await database.transaction(async (transaction) => {
    const stored = { provider: 'stripe', eventId: event.id, body: event };
    if (!(await insertWebhookEvent(transaction, stored))) return;
    await queue.enqueue(
      'process-webhook',
      { provider: 'stripe', eventId: event.id },
      { transaction },
    );
  });
}
