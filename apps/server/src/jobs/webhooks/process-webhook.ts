import { applyAppleNotice } from '../../features/auth/apple-notices/apply-apple-notice.ts';
import { applyPaymentEvent } from '../../features/billing/apply-payment-event.ts';
import { resolvePaymentEvent } from '../../features/billing/resolve-payment-event.ts';
import {
  lockWebhookEvent,
  markWebhookEventProcessed,
  readWebhookEvent,
} from '../../platform/events/webhook-events.queries.ts';
import type { Jobs } from '../../platform/jobs/job-kinds.ts';
import type { Services } from '../../services.ts';
import { applyBankEvent } from './apply-bank-event.ts';

/** Processes one stored webhook event. Its effects and its mark as processed are written in one transaction. */
export async function processWebhook(
  services: Services,
  { provider, eventId }: Jobs['process-webhook'],
): Promise<void> {
  const { database, queue } = services;
  const stored = await readWebhookEvent(database, provider, eventId);
  if (stored === undefined) return;
  // Requests to the provider are made before the transaction begins.
  const payment = provider === 'stripe' ? await resolvePaymentEvent(services, stored.body) : null;
  await database.transaction(async (transaction) => {
    if ((await lockWebhookEvent(transaction, provider, eventId)) === undefined) return;
    if (provider === 'apple') await applyAppleNotice(services, transaction, stored.body);
    else if (payment === null) await applyBankEvent(services, transaction, stored.body);
    else {
      await applyPaymentEvent(services, transaction, payment);
      // A payment, or the end of a subscription, takes effect right away instead of at the next hourly run.
      await queue.enqueue('process-subscription-steps', {}, { key: eventId, transaction });
    }
    await markWebhookEventProcessed(transaction, provider, eventId);
  });
}
