import { banksUnlinkedAt } from '../../domain/items/banks-unlinked-at.ts';
import { hasLinkedItems } from '../../domain/items/linked-items.queries.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { findPaidUntil, listPurchases } from './billing.queries.ts';
import { describeSubscription } from './describe-subscription.ts';
import { openPortal } from './open-portal.ts';
import { receivePaymentEvent } from './receive-payment-event.ts';

type BillingCalls = 'POST /webhooks/stripe' | 'GET /billing/subscription' | 'POST /billing/portal';

/** The user's subscription, the customer portal, and the payment provider's webhook. */
export function billingHandlers(services: Services): Handlers<BillingCalls> {
  return {
    'GET /billing/subscription': async ({ identity: { userId } }) => ({
      ...describeSubscription(
        await listPurchases(services.database, userId),
        services.clock.now().getTime() / 1_000,
      ),
      banks_unlinked_at: await findBanksUnlinkedAt(services, userId),
    }),
    'POST /billing/portal': async ({ identity }) => openPortal(services, identity.userId),
    'POST /webhooks/stripe': async ({ request }) => {
      await receivePaymentEvent(services, request);
      return { received: true };
    },
  };
}

/** When the user's banks are unlinked after a lapse. Null if no bank is linked, or the user has access. */
async function findBanksUnlinkedAt(
  { database, clock }: Services,
  userId: UserId,
): Promise<string | null> {
  const paidUntil = (await findPaidUntil(database, userId))?.paid_until ?? null;
  const at = banksUnlinkedAt(paidUntil, clock.now());
  return at !== null && (await hasLinkedItems(database, userId)) ? at.toISOString() : null;
}
