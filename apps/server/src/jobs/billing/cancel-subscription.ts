import type { Jobs } from '../../platform/jobs/job-kinds.ts';
import { StripeError } from '../../providers/stripe/errors.ts';
import type { Services } from '../../services.ts';

/**
 * Cancels a subscription at the payment provider, so that it never charges again: at the end of the paid period,
 * or immediately after a refund or a lost dispute. Safe to repeat; retried until the provider responds.
 */
export async function cancelSubscription(
  { stripe, log }: Services,
  { userId, reference, atPeriodEnd }: Jobs['cancel-subscription'],
): Promise<void> {
  try {
    if (atPeriodEnd) await stripe.cancelAtPeriodEnd(reference);
    else await stripe.cancelSubscription(reference);
  } catch (error) {
    if (!(error instanceof StripeError && error.kind === 'not_found')) throw error;
  }
  log.info({ event: 'subscription_canceled', user_id: userId, reference });
}
