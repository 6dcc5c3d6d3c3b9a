import type { Jobs } from '../../platform/job-kinds.ts';
import { StripeFault } from '../../providers/stripe/errors.ts';
import type { Services } from '../../services.ts';

/**
 * Ends a subscription at the payment provider, so that it never charges again: now, where its money was
 * given back, or when what is paid ends. Safe to repeat; tried again until the provider answers.
 */
export async function cancelSubscription(
  { stripe, log }: Services,
  { userId, reference, atPeriodEnd }: Jobs['cancel-subscription'],
): Promise<void> {
  try {
    if (atPeriodEnd) await stripe.stopRenewing(reference);
    else await stripe.cancelSubscription(reference);
  } catch (error) {
    if (!(error instanceof StripeFault && error.kind === 'gone')) throw error;
  }
  log.info({ event: 'subscription_canceled', user_id: userId, reference });
}
