import { applyPaymentEvent } from '../../features/billing/apply-payment-event.ts';
import type { Jobs } from '../../platform/queue.ts';
import { lockWebhookEvent, markWorkedOff } from '../../platform/webhook-events.queries.ts';
import type { Services } from '../../services.ts';
import { applyBankEvent } from './apply-bank-event.ts';

/** Works one stored event off: its effect and the note that it is done, in one transaction. */
export async function workOffWebhook(
  services: Services,
  { provider, eventId }: Jobs['work-off-webhook'],
): Promise<void> {
  await services.database.transaction(async (transaction) => {
    const event = await lockWebhookEvent(transaction, provider, eventId);
    if (event === undefined) return;
    if (provider === 'plaid') await applyBankEvent(services, transaction, event.body);
    else await applyPaymentEvent(services, transaction, event.body);
    await markWorkedOff(transaction, provider, eventId);
  });
}
