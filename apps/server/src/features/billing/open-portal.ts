import type { UserId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import { StripeError } from '../../providers/stripe/errors.ts';
import type { Services } from '../../services.ts';
import { billingCopy } from './billing.copy.ts';
import { listPurchases } from './billing.queries.ts';
import { portalCustomer } from './describe-subscription.ts';

/** Opens a session in the customer portal and returns its URL, which is valid for a short time only. */
export async function openPortal(
  { database, stripe, settings, log }: Services,
  userId: UserId,
): Promise<{ url: string }> {
  const customerId = portalCustomer(await listPurchases(database, userId));
  if (customerId === null) throw new Failure('not_found', billingCopy.nothingToManage);
  try {
    return { url: await stripe.createPortalUrl(customerId, `${settings.publicUrl}/profile`) };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    log.warn({ event: 'provider_call_failed', provider: 'stripe', code: error.message });
    throw new Failure('provider_failed', billingCopy.paymentsUnavailable);
  }
}
