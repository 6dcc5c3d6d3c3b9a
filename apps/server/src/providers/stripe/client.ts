import type Stripe from 'stripe';
import type { Settings } from '../../env.ts';
import {
  type CallOutcome,
  type ObserveCall,
  unobserved,
} from '../../platform/providers/observe-call.ts';
import { runUnlimited } from '../../platform/request-context.ts';
import { isRejection, toStripeError } from './errors.ts';

/** The payment provider's API, through its official SDK. Calls throw `StripeError`. */
export interface StripeProvider {
  /** Verifies and parses a webhook's raw body. Throws unless it was signed within 300 s of now. */
  readEvent(rawBody: Buffer, signature: string): Promise<Stripe.Event>;
  /** Finds the subscription whose invoice a payment paid; null if the payment was not for an invoice. */
  findSubscriptionForPayment(
    paymentIntent: string,
  ): Promise<{ subscriptionId: string; customerId: string } | null>;
  /** Creates a short-lived URL of the customer's portal, which links back to `returnUrl`. */
  createPortalUrl(customerId: string, returnUrl: string): Promise<string>;
  /** Cancels a subscription immediately. Throws an error of kind `not_found` if it has already ended. */
  cancelSubscription(subscriptionId: string): Promise<void>;
  /** Cancels a subscription at the end of its paid period. Does nothing if it has already ended. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
}

const toleranceSeconds = 300;
/** In milliseconds. */
const timeout = 10_000;

export function createStripeProvider(
  settings: Settings['stripe'],
  observe: ObserveCall = unobserved,
): StripeProvider {
  let loadedSdk: Promise<Stripe> | undefined;
  // Loaded on first use to save memory.
  const sdk = () => {
    loadedSdk ??= loadSdk(settings);
    return loadedSdk;
  };
  const call = async <T>(name: string, send: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await sdk();
    try {
      return await runUnlimited(() =>
        observe({ provider: 'stripe', call: name }, () => send(stripe), {
          outcomeOfError: outcomeOf,
        }),
      );
    } catch (error) {
      throw toStripeError(error);
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
      // The SDK rejects old timestamps but accepts future ones.
      if (signedAt(signature) > Date.now() / 1_000 + toleranceSeconds)
        throw new Error('The event was signed in the future.');
      return event;
    },
    findSubscriptionForPayment: (paymentIntent) =>
      call('invoice_payments_list', async (stripe) => {
        const payments = await stripe.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: paymentIntent },
          expand: ['data.invoice'],
          limit: 1,
        });
        const invoice = payments.data[0]?.invoice;
        // The invoice is expanded, so an ID instead of an object means that it can't be used.
        if (typeof invoice !== 'object' || invoice.deleted) return null;
        const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
        const customerId = idOf(invoice.customer);
        return subscriptionId && customerId ? { subscriptionId, customerId } : null;
      }),
    createPortalUrl: (customerId, returnUrl) =>
      call('portal_session_create', async (stripe) => {
        const session = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
        });
        return session.url;
      }),
    cancelAtPeriodEnd: (subscriptionId) =>
      call('subscription_cancel_at_period_end', async (stripe) => {
        // An ended subscription can't be updated.
        const { status } = await stripe.subscriptions.retrieve(subscriptionId);
        if (status === 'canceled') return;
        await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
      }),
    cancelSubscription: (subscriptionId) =>
      call('subscription_cancel', async (stripe) => {
        await stripe.subscriptions.cancel(subscriptionId);
      }),
  };
}

const outcomeOf = (error: unknown): CallOutcome =>
  isRejection(error) ? 'rejected' : 'unavailable';

/** Returns the Unix time at which a verified event was signed. The last of several timestamps counts, as in the SDK. */
const signedAt = (signature: string): number =>
  Number(/.*(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? Number.POSITIVE_INFINITY);

/** Returns the ID of a reference, which is an ID or an expanded object. */
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
