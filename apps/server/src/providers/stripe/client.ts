import type Stripe from 'stripe';
import type { Settings } from '../../env.ts';
import { stripeFaultFrom } from './errors.ts';

/** The payment provider's calls that we make, through its official SDK. */
export interface StripeProvider {
  /** The event in a webhook's raw body; throws unless it is signed and at most 300 s old. */
  readEvent(rawBody: Buffer, signature: string): Promise<Stripe.Event>;
  /** Ends a subscription now. Throws a `StripeFault`, of kind `gone` where it is over already. */
  cancelSubscription(subscriptionId: string): Promise<void>;
}

const toleranceSeconds = 300;
const timeout = 10_000;

export function createStripeProvider(settings: Settings['stripe']): StripeProvider {
  let loading: Promise<Stripe> | undefined;
  // Loaded when first used: it costs memory that most processes never need.
  const sdk = () => {
    loading ??= loadSdk(settings);
    return loading;
  };
  return {
    async readEvent(rawBody, signature) {
      const stripe = await sdk();
      return stripe.webhooks.constructEventAsync(
        rawBody,
        signature,
        settings.webhookSecret,
        toleranceSeconds,
      );
    },
    async cancelSubscription(subscriptionId) {
      const stripe = await sdk();
      try {
        await stripe.subscriptions.cancel(subscriptionId);
      } catch (error) {
        throw stripeFaultFrom(error);
      }
    },
  };
}

async function loadSdk({ secretKey, apiUrl }: Settings['stripe']): Promise<Stripe> {
  const { default: StripeSdk } = await import('stripe');
  const { hostname, port, protocol } = new URL(apiUrl);
  return new StripeSdk(secretKey, {
    host: hostname,
    ...(port === '' ? {} : { port }),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout,
    maxNetworkRetries: 2,
    telemetry: false,
  });
}
