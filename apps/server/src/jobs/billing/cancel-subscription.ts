import type { Jobs } from '../../platform/queue.ts';
import { StripeFault } from '../../providers/stripe/errors.ts';
import type { Services } from '../../services.ts';

/**
 * Ends a subscription at the payment provider whose money was given back, so that it never charges
 * again. Safe to repeat; tried again until the provider answers.
 */
export async function cancelSubscription(
  { stripe, log }: Services,
  { userId, reference }: Jobs['cancel-subscription'],
): Promise<void> {
  try {
    await stripe.cancelSubscription(reference);
  } catch (error) {
    if (!(error instanceof StripeFault && error.kind === 'gone')) throw error;
  }
  log.info({ event: 'subscription_canceled', user_id: userId, reference });
}
