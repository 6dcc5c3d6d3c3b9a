import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Instant, nullable } from './values.ts';

/**
 * The state of a subscription.
 *
 * - `none`: the user has never bought anything.
 * - `active`: paid. A yearly plan renews at `until`; a lifetime plan has no `until`.
 * - `ending`: paid, but canceled: ends at `until`.
 * - `grace`: the renewal payment failed. Access continues until `until`.
 * - `ended`: ended at `until`.
 */
const SubscriptionState = Type.Enum(['none', 'active', 'ending', 'grace', 'ended']);

/** Why a subscription ended. */
const EndReason = Type.Enum(['canceled', 'payment_failed', 'refunded', 'disputed']);

export const billingCalls = defineCalls({
  'GET /billing/subscription': {
    access: 'user',
    summary: "Returns the user's plan, its state, and the status of the latest payment",
    response: strict({
      plan: nullable(Type.Enum(['yearly', 'lifetime'])),
      state: SubscriptionState,
      until: nullable(Instant),
      end_reason: nullable(EndReason),
      /** The payment of the newest checkout, if it has not given access. Otherwise null. */
      payment: nullable(Type.Enum(['pending', 'failed'])),
      /** True if the payment provider's portal has something to manage. */
      manageable: Type.Boolean(),
      /** When the banks of a lapsed user will be unlinked. Null for paid users and users without banks. */
      banks_unlinked_at: nullable(Instant),
    }),
  },
  'POST /billing/portal': {
    access: 'user',
    summary: "Creates a link to the payment provider's customer portal",
    problems: ['not_found', 'too_many_requests', 'provider_failed'],
    response: strict({ url: Type.String() }),
  },
  'POST /webhooks/stripe': {
    access: 'public',
    signed: true,
    signatureHeader: 'stripe-signature',
    problems: ['unprocessable'],
    summary:
      "Receives the payment provider's events: verifies the raw bytes, stores the event, and processes it in a job",
    response: strict({ received: Type.Literal(true) }),
  },
});
