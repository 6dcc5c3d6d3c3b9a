import { banksUnlinkedAt } from '../../domain/items/banks-unlinked-at.ts';
import { hasLinkedItems } from '../../domain/items/linked-items.queries.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import { StripeError } from '../../providers/stripe/errors.ts';
import type { Services } from '../../services.ts';
import { billingCopy } from './billing.copy.ts';
import { listPurchases } from './billing.queries.ts';
import { describeSubscription, portalCustomer } from './describe-subscription.ts';
import { findPaidUntil } from './paid-until.queries.ts';
import { receivePaymentEvent } from './receive-payment-event.ts';

type BillingCalls = 'POST /webhooks/stripe' | 'GET /billing/subscription' | 'POST /billing/portal';

/** Handlers for the user's subscription, the customer portal, and the payment provider's webhook. */
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

/** Returns when the user's banks are unlinked after a lapse. Null if no bank is linked, or the user has access. */
async function findBanksUnlinkedAt(
  { database, clock }: Services,
  userId: UserId,
): Promise<string | null> {
  const paidUntil = (await findPaidUntil(database, userId))?.paid_until ?? null;
  const at = banksUnlinkedAt(paidUntil, clock.now());
  return at !== null && (await hasLinkedItems(database, userId)) ? at.toISOString() : null;
}

/** Opens a session in the customer portal and returns its URL, which is valid for a short time only. */
async function openPortal(
  { database, stripe, settings, log, rateLimiter }: Services,
  userId: UserId,
): Promise<{ url: string }> {
  const customerId = portalCustomer(await listPurchases(database, userId));
  if (customerId === null) throw new Failure('not_found', billingCopy.nothingToManage);
  await rateLimiter.consume('portal_user', userId);
  try {
    return { url: await stripe.createPortalUrl(customerId, `${settings.publicUrl}/profile`) };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    log.warn({ event: 'provider_call_failed', provider: 'stripe', code: error.message });
    throw new Failure('provider_failed', billingCopy.paymentsUnavailable);
  }
}
