import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Instant, nullable } from './values.ts';

/**
 * What somebody's subscription is.
 *
 * - `none`: nothing was ever bought.
 * - `active`: paid; a yearly one renews at `until`, lifetime has no `until`.
 * - `ending`: paid, and ends at `until` because its owner does not renew it.
 * - `grace`: the renewal could not be paid; everything stays open until `until`.
 * - `ended`: over since `until`.
 */
const SubscriptionState = Type.Enum(['none', 'active', 'ending', 'grace', 'ended']);

/** Why a subscription is over. */
const EndReason = Type.Enum(['canceled', 'payment_failed', 'refunded', 'disputed']);

export const billingCalls = defineCalls({
  'GET /billing/subscription': {
    access: 'user',
    summary: 'What the user has bought, until when, and what became of the last payment',
    reply: strict({
      plan: nullable(Type.Enum(['yearly', 'lifetime'])),
      state: SubscriptionState,
      until: nullable(Instant),
      ended_because: nullable(EndReason),
      /** The newest checkout, while it opens nothing: the money is on its way, or it did not come. */
      payment: nullable(Type.Enum(['pending', 'failed'])),
      /** Whether there is something to manage in the payment provider's portal. */
      manageable: Type.Boolean(),
      /** For who is no longer paid and has banks linked: when they are unlinked at the provider. */
      banks_unlinked_at: nullable(Instant),
    }),
  },
  'POST /billing/portal': {
    access: 'user',
    summary: "The payment provider's customer portal",
    reply: strict({ url: Type.String() }),
  },
  'POST /webhooks/stripe': {
    access: 'public',
    signed: true,
    summary:
      "The payment provider's events: verified on the raw bytes, stored, answered, worked off by a job",
    reply: strict({ received: Type.Literal(true) }),
  },
});
