import type Stripe from 'stripe';
import type { Settings } from '../../env.ts';
import { stripeFaultFrom } from './errors.ts';

/** The payment provider's calls that we make, through its official SDK. Failures are `StripeFault`s. */
export interface StripeProvider {
  /** The event in a webhook's raw body; throws unless it was signed within 300 s of now. */
  readEvent(rawBody: Buffer, signature: string): Promise<Stripe.Event>;
  /** The subscription whose bill a payment settled, and its customer; null: it was for no bill. */
  subscriptionPaidBy(
    paymentIntent: string,
  ): Promise<{ subscriptionId: string; customerId: string } | null>;
  /** A short-lived address of the customer's portal, from which they return to `returnUrl`. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Ends a subscription now. The fault is of kind `gone` where it is over already. */
  cancelSubscription(subscriptionId: string): Promise<void>;
  /** Lets a subscription end with what is paid; one that is over stays so. */
  stopRenewing(subscriptionId: string): Promise<void>;
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
  const ask = async <T>(question: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await sdk();
    try {
      return await question(stripe);
    } catch (error) {
      throw stripeFaultFrom(error);
    }
  };
  return {
    async readEvent(rawBody, signature) {
      const stripe = await sdk();
      const event = await stripe.webhooks.constructEventAsync(
        rawBody,
        signature,
        settings.webhookSecret,
        toleranceSeconds,
      );
      // The SDK refuses what is too old and takes what is to come.
      if (signedAt(signature) > Date.now() / 1_000 + toleranceSeconds)
        throw new Error('The event was signed in the future.');
      return event;
    },
    subscriptionPaidBy: (paymentIntent) =>
      ask(async (stripe) => {
        const payments = await stripe.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: paymentIntent },
          expand: ['data.invoice'],
          limit: 1,
        });
        const invoice = payments.data[0]?.invoice;
        // It is asked to be expanded, so a text or a deleted invoice is none to work with.
        if (typeof invoice !== 'object' || invoice.deleted) return null;
        const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
        const customerId = idOf(invoice.customer);
        return subscriptionId && customerId ? { subscriptionId, customerId } : null;
      }),
    openPortal: (customerId, returnUrl) =>
      ask(async (stripe) => {
        const session = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
        });
        return session.url;
      }),
    stopRenewing: (subscriptionId) =>
      ask(async (stripe) => {
        // Of one that is over, nothing can be changed any more.
        const { status } = await stripe.subscriptions.retrieve(subscriptionId);
        if (status === 'canceled') return;
        await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
      }),
    cancelSubscription: (subscriptionId) =>
      ask(async (stripe) => {
        await stripe.subscriptions.cancel(subscriptionId);
      }),
  };
}

/** When a verified event was signed, in seconds: as the SDK reads it, of several the last counts. */
const signedAt = (signature: string): number =>
  Number(/.*(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? Number.POSITIVE_INFINITY);

/** References come as ids, or as whole objects where asked for. */
const idOf = (reference: string | { id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;

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
