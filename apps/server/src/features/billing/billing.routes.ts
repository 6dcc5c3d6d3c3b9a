import { banksUnlinkedAt } from '../../domain/banks-unlinked-at.ts';
import { hasLinkedItems } from '../../domain/linked-items.queries.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { findPaidUntil, listPurchases } from './billing.queries.ts';
import { describeSubscription } from './describe-subscription.ts';
import { openPortal } from './open-portal.ts';
import { takePaymentEvent } from './take-payment-event.ts';

type BillingCalls = 'POST /webhooks/stripe' | 'GET /billing/subscription' | 'POST /billing/portal';

/** What somebody has bought, where they manage it, and what the payment provider tells of it. */
export function billingHandlers(services: Services): Handlers<BillingCalls> {
  return {
    'GET /billing/subscription': async ({ identity: { userId } }) => ({
      ...describeSubscription(
        await listPurchases(services.database, userId),
        services.clock.now().getTime() / 1_000,
      ),
      banks_unlinked_at: await unlinkingOf(services, userId),
    }),
    'POST /billing/portal': async ({ identity }) => openPortal(services, identity.userId),
    'POST /webhooks/stripe': async ({ request }) => {
      await takePaymentEvent(services, request);
      return { received: true };
    },
  };
}

async function unlinkingOf({ database, clock }: Services, userId: UserId): Promise<string | null> {
  const paidUntil = (await findPaidUntil(database, userId))?.paid_until ?? null;
  const at = banksUnlinkedAt(paidUntil, clock.now());
  return at !== null && (await hasLinkedItems(database, userId)) ? at.toISOString() : null;
}
