import { applyPaymentEvent } from '../../features/billing/apply-payment-event.ts';
import { readyPaymentEvent } from '../../features/billing/ready-payment-event.ts';
import type { Jobs } from '../../platform/job-kinds.ts';
import {
  lockWebhookEvent,
  markWorkedOff,
  readWebhookEvent,
} from '../../platform/webhook-events.queries.ts';
import type { Services } from '../../services.ts';
import { applyBankEvent } from './apply-bank-event.ts';

/** Works one stored event off: its effect and the note that it is done, in one transaction. */
export async function workOffWebhook(
  services: Services,
  { provider, eventId }: Jobs['work-off-webhook'],
): Promise<void> {
  const { database, queue } = services;
  const stored = await readWebhookEvent(database, provider, eventId);
  if (stored === undefined) return;
  // Where the provider has to be asked, it is before the transaction begins.
  const payment = provider === 'plaid' ? null : await readyPaymentEvent(services, stored.body);
  await database.transaction(async (transaction) => {
    if ((await lockWebhookEvent(transaction, provider, eventId)) === undefined) return;
    if (payment === null) await applyBankEvent(services, transaction, stored.body);
    else {
      await applyPaymentEvent(services, transaction, payment);
      // Whoever has paid again is not to wait for the hour, nor who has just been ended.
      await queue.enqueue('follow-subscriptions', {}, { key: eventId, transaction });
    }
    await markWorkedOff(transaction, provider, eventId);
  });
}
