import type { FastifyPluginAsync } from 'fastify';
import { handleControlErrors } from '../control/control-errors.ts';
import {
  choiceOf,
  flagOf,
  integerOf,
  NotFound,
  optionalStringOf,
  readFields,
  Unprocessable,
} from '../control/control-fields.ts';
import type { Ledger } from './ledger.ts';
import type { Charge, CheckoutSession, Event, Subscription } from './objects.ts';
import { plans } from './plans.ts';
import { failDelayedPayment, succeedDelayedPayment } from './purchases/delayed-payment.ts';
import { closeDispute, openDispute, openDisputeOf } from './purchases/dispute.ts';
import { purchase } from './purchases/purchase.ts';
import {
  cancelNow,
  failRenewal,
  payRenewal,
  refund,
  setCancelAtPeriodEnd,
} from './purchases/subscription-changes.ts';
import type { StripeContext } from './stripe-context.ts';

type Body = ReturnType<typeof readFields>;

const commonFields = ['client_reference_id', 'duplicate', 'out_of_order'];
const maxCents = 100_000_000;

/**
 * `/control/payments/*`: triggers the payment provider's events. Each call returns `{events: [{id, type, status}]}` with
 * the app's response status for each delivery. `duplicate` delivers every event twice. `out_of_order` delivers the last
 * event first; a single event is followed by a late repeat of the event before it.
 */
export const control: FastifyPluginAsync<{ context: StripeContext }> = async (app, { context }) => {
  const { ledger, delivery } = context;

  handleControlErrors(app);

  /** Defines a call: its fields, and the action on the latest payment of the client reference. */
  const defineCall = (
    path: string,
    fields: string[],
    apply: (body: Body, reference: string) => Event[],
  ) => {
    app.post(`/control/payments/${path}`, async (request) => {
      const body = readFields(request.body, 'the body', [...commonFields, ...fields]);
      const arrangement = {
        duplicate: flagOf(body, 'duplicate'),
        outOfOrder: flagOf(body, 'out_of_order'),
      };
      const reference = body.client_reference_id;
      if (!isClientReference(reference)) throw new Unprocessable(invalidReference);
      const events = apply(body, reference);
      await ledger.save();
      return { events: await delivery.send(arrangeEvents(ledger, events, arrangement)) };
    });
  };

  defineCall(
    'complete',
    ['plan', 'email', 'name', 'payment_status', 'amount_total', 'currency'],
    (body, reference) => complete(context, body, reference),
  );

  for (const [path, { fields, apply }] of Object.entries(actions))
    defineCall(path, fields, (body, reference) => apply(context, body, reference));

  app.get('/control/payments', async () =>
    ledger.all('sessions').map((candidate) => describe(ledger, candidate)),
  );
};

/** Actions on the latest payment of a client reference. */
const actions: Record<
  string,
  { fields: string[]; apply: (context: StripeContext, body: Body, reference: string) => Event[] }
> = {
  cancel: {
    fields: ['at_period_end'],
    apply: ({ ledger, nowSeconds }, body, reference) => {
      const subscription = activeSubscription(ledger, latestSession(ledger, reference));
      if (!subscription) throw new Unprocessable('there is no active subscription to cancel');
      return flagOf(body, 'at_period_end')
        ? setCancelAtPeriodEnd(ledger, subscription, true, nowSeconds())
        : cancelNow(ledger, subscription, nowSeconds());
    },
  },
  fail: {
    fields: [],
    apply: ({ ledger, nowSeconds }, _body, reference) => {
      const session = latestSession(ledger, reference);
      if (session.payment_status === 'unpaid')
        return failDelayedPayment(ledger, session, nowSeconds());
      const subscription = activeSubscription(ledger, session);
      if (!subscription) throw new Unprocessable('there is no upcoming payment to fail');
      return failRenewal(ledger, subscription, nowSeconds());
    },
  },
  pay: {
    fields: [],
    apply: ({ ledger, nowSeconds }, _body, reference) => {
      const session = latestSession(ledger, reference);
      if (session.payment_status === 'unpaid')
        return succeedDelayedPayment(ledger, session, nowSeconds());
      const subscription = activeSubscription(ledger, session);
      const events = subscription && payRenewal(ledger, subscription, nowSeconds());
      if (!events) throw new Unprocessable('there is nothing to pay');
      return events;
    },
  },
  dispute: {
    fields: ['outcome'],
    apply: ({ ledger, nowSeconds }, body, reference) => {
      const charge = latestCharge(ledger, reference);
      if (!charge) throw new Unprocessable('there is no payment to dispute');
      const open = openDisputeOf(ledger, charge);
      if (body.outcome === undefined) {
        if (open) throw new Unprocessable('the latest payment is already disputed');
        return openDispute(ledger, charge, nowSeconds());
      }
      const outcome = choiceOf(body, 'outcome', ['won', 'lost']);
      if (!open) throw new Unprocessable('there is no open dispute');
      return closeDispute(ledger, open, outcome, nowSeconds());
    },
  },
  refund: {
    fields: ['amount'],
    apply: ({ ledger, nowSeconds }, body, reference) => {
      const charge = latestCharge(ledger, reference);
      const remaining = charge ? charge.amount - charge.amount_refunded : 0;
      if (!charge || remaining === 0) throw new Unprocessable('there is nothing to refund');
      return refund(
        ledger,
        charge,
        nowSeconds(),
        integerOf(body, 'amount', remaining, 1, remaining),
      );
    },
  },
};

/** Completes a checkout with the given terms, which may differ from the plan's. */
function complete(
  { ledger, appUrl, nowSeconds }: StripeContext,
  body: Body,
  reference: string,
): Event[] {
  const plan = plans[choiceOf(body, 'plan', ['yearly', 'lifetime'])];
  const status = optionalStringOf(body, 'payment_status') ?? 'paid';
  if (status !== 'paid' && status !== 'unpaid') {
    throw new Unprocessable('payment_status must be one of paid, unpaid');
  }
  return purchase(ledger, {
    plan,
    clientReferenceId: reference,
    email: optionalStringOf(body, 'email') ?? `${reference.slice(0, 60)}@people.example`,
    name: optionalStringOf(body, 'name'),
    appUrl,
    now: nowSeconds(),
    paid: status === 'paid',
    amount: integerOf(body, 'amount_total', plan.amount, 0, maxCents),
    currency: (optionalStringOf(body, 'currency') ?? plan.currency).toLowerCase(),
  });
}

/** Returns a checkout as `GET /control/payments` lists it. */
function describe(ledger: Ledger, session: CheckoutSession) {
  const charges = ledger.all('charges').filter((charge) => charge.customer === session.customer);
  const subscription = ledger.find('subscriptions', session.subscription ?? '');
  return {
    client_reference_id: session.client_reference_id,
    email: session.customer_details?.email ?? null,
    plan: session.mode === 'subscription' ? 'yearly' : 'lifetime',
    amount_total: session.amount_total,
    currency: session.currency,
    payment_status: session.payment_status,
    created: session.created,
    customer: session.customer,
    subscription: session.subscription,
    subscription_status: subscription?.status ?? null,
    cancel_at_period_end: subscription?.cancel_at_period_end ?? false,
    refunded: charges.some((charge) => charge.amount_refunded > 0),
    paid: charges.length > 0,
    disputed: charges.some((charge) => openDisputeOf(ledger, charge) !== undefined),
  };
}

const invalidReference =
  'client_reference_id must be 1 to 200 letters, digits, dashes, or underscores';

/** True for a valid client reference. As at the provider, payment links silently drop any other value. */
export function isClientReference(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,200}$/.test(value);
}

/** Returns the latest checkout of a client reference. Throws NotFound. */
function latestSession(ledger: Ledger, reference: string): CheckoutSession {
  const session = ledger.latestSession(reference);
  if (!session) throw new NotFound(`no payment found for ${reference}`);
  return session;
}

/** Returns the latest charge of a client reference, if there is one. Throws NotFound if there is no checkout. */
function latestCharge(ledger: Ledger, reference: string): Charge | undefined {
  const { customer } = latestSession(ledger, reference);
  return ledger.all('charges').findLast((candidate) => candidate.customer === customer);
}

function activeSubscription(ledger: Ledger, session: CheckoutSession): Subscription | undefined {
  const subscription = ledger.find('subscriptions', session.subscription ?? '');
  return subscription?.status === 'canceled' ? undefined : subscription;
}

function arrangeEvents(
  ledger: Ledger,
  events: Event[],
  arrangement: { duplicate: boolean; outOfOrder: boolean },
): Event[] {
  let sequence = events;
  if (arrangement.outOfOrder) {
    const [first] = events;
    const previous = first && events.length === 1 ? previousEvent(ledger, first) : undefined;
    sequence = previous ? [...events, previous] : events.toReversed();
  }
  return arrangement.duplicate ? sequence.flatMap((event) => [event, event]) : sequence;
}

/** Returns the previous event about the same object. */
function previousEvent(ledger: Ledger, event: Event): Event | undefined {
  const related = ledger
    .all('events')
    .filter((candidate) => candidate.data.object.id === event.data.object.id);
  return related[related.indexOf(event) - 1];
}
