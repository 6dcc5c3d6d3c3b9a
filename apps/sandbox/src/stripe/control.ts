import type { FastifyPluginAsync } from 'fastify';
import { answerErrors } from '../control/control-errors.ts';
import {
  choiceOf,
  flagOf,
  NotThere,
  optionalTextOf,
  readFields,
  Unprocessable,
  wholeOf,
} from '../control/read-control.ts';
import { cancelNow, failRenewal, payRenewal, refund, setEnding } from './changes.ts';
import { closeDispute, openDispute, openDisputeOf } from './dispute.ts';
import type { Ledger } from './ledger.ts';
import type { Charge, CheckoutSession, Event, Subscription } from './objects.ts';
import { plans } from './plans.ts';
import { purchase } from './purchase.ts';
import type { Shop } from './shop.ts';
import { slowPaymentFails, slowPaymentSucceeds } from './slow-payment.ts';

type Body = ReturnType<typeof readFields>;

const arrangement = ['client_reference_id', 'duplicate', 'out_of_order'];
const mostCents = 100_000_000;

/**
 * `/control/payments/*`: makes the payment provider's events happen. Each answers `{events: [{id, type, status}]}`,
 * what the app said to each delivery. `duplicate` hands every event over twice; `out_of_order` hands them over last
 * first, and lets a single event be followed by a late repeat of the one before it.
 */
export const control: FastifyPluginAsync<{ shop: Shop }> = async (app, { shop }) => {
  const { ledger, deliveries } = shop;

  answerErrors(app);

  /** A call: its known fields, and what happens to the newest payment of the person it names. */
  const call = (
    path: string,
    fields: string[],
    happen: (body: Body, reference: string) => Event[],
  ) => {
    app.post(`/control/payments/${path}`, async (request) => {
      const body = readFields(request.body, 'the body', [...arrangement, ...fields]);
      const arrange = {
        duplicate: flagOf(body, 'duplicate'),
        outOfOrder: flagOf(body, 'out_of_order'),
      };
      const reference = body.client_reference_id;
      if (!isReference(reference)) throw new Unprocessable(wrongReference);
      const events = happen(body, reference);
      await ledger.save();
      return { events: await deliveries.send(arranged(ledger, events, arrange)) };
    });
  };

  call(
    'complete',
    ['plan', 'email', 'name', 'payment_status', 'amount_total', 'currency'],
    (body, reference) => complete(shop, body, reference),
  );

  for (const [path, { fields, happen }] of Object.entries(happenings))
    call(path, fields, (body, reference) => happen(shop, body, reference));

  app.get('/control/payments', async () =>
    ledger.all('sessions').map((one) => describe(ledger, one)),
  );
};

/** What can happen to the newest payment of a person. */
const happenings: Record<
  string,
  { fields: string[]; happen: (shop: Shop, body: Body, reference: string) => Event[] }
> = {
  cancel: {
    fields: ['at_period_end'],
    happen: ({ ledger, seconds }, body, reference) => {
      const subscription = runningSubscription(ledger, latestSession(ledger, reference));
      if (!subscription) throw new Unprocessable('there is no running subscription to cancel');
      return flagOf(body, 'at_period_end')
        ? setEnding(ledger, subscription, true, seconds())
        : cancelNow(ledger, subscription, seconds());
    },
  },
  fail: {
    fields: [],
    happen: ({ ledger, seconds }, _body, reference) => {
      const session = latestSession(ledger, reference);
      if (session.payment_status === 'unpaid') return slowPaymentFails(ledger, session, seconds());
      const subscription = runningSubscription(ledger, session);
      if (!subscription) throw new Unprocessable('there is no payment to come that could fail');
      return failRenewal(ledger, subscription, seconds());
    },
  },
  pay: {
    fields: [],
    happen: ({ ledger, seconds }, _body, reference) => {
      const session = latestSession(ledger, reference);
      if (session.payment_status === 'unpaid')
        return slowPaymentSucceeds(ledger, session, seconds());
      const subscription = runningSubscription(ledger, session);
      const events = subscription && payRenewal(ledger, subscription, seconds());
      if (!events) throw new Unprocessable('nothing is left to pay');
      return events;
    },
  },
  dispute: {
    fields: ['outcome'],
    happen: ({ ledger, seconds }, body, reference) => {
      const charge = latestCharge(ledger, reference);
      if (!charge) throw new Unprocessable('there is no payment to dispute');
      const open = openDisputeOf(ledger, charge);
      if (body.outcome === undefined) {
        if (open) throw new Unprocessable('the newest payment is disputed already');
        return openDispute(ledger, charge, seconds());
      }
      const outcome = choiceOf(body, 'outcome', ['won', 'lost']);
      if (!open) throw new Unprocessable('no dispute is open');
      return closeDispute(ledger, open, outcome, seconds());
    },
  },
  refund: {
    fields: ['amount'],
    happen: ({ ledger, seconds }, body, reference) => {
      const charge = latestCharge(ledger, reference);
      const left = charge ? charge.amount - charge.amount_refunded : 0;
      if (!charge || left === 0) throw new Unprocessable('nothing is left to refund');
      return refund(ledger, charge, seconds(), wholeOf(body, 'amount', left, 1, left));
    },
  },
};

/** Completes a checkout on the terms of the body, odd ones included. */
function complete({ ledger, appUrl, seconds }: Shop, body: Body, reference: string): Event[] {
  const plan = plans[choiceOf(body, 'plan', ['yearly', 'lifetime'])];
  const status = optionalTextOf(body, 'payment_status') ?? 'paid';
  if (status !== 'paid' && status !== 'unpaid') {
    throw new Unprocessable('payment_status must be one of paid, unpaid');
  }
  return purchase(ledger, {
    plan,
    clientReferenceId: reference,
    email: optionalTextOf(body, 'email') ?? `${reference.slice(0, 60)}@people.example`,
    name: optionalTextOf(body, 'name'),
    appUrl,
    now: seconds(),
    paid: status === 'paid',
    amount: wholeOf(body, 'amount_total', plan.amount, 0, mostCents),
    currency: (optionalTextOf(body, 'currency') ?? plan.currency).toLowerCase(),
  });
}

/** A checkout as `GET /control/payments` lists it. */
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

const wrongReference =
  'client_reference_id must be 1 to 200 letters, digits, dashes or underscores';

/** What the provider takes as a reference; it silently drops anything else from a payment link. */
export function isReference(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,200}$/.test(value);
}

/** The newest checkout of a person. Throws NotThere. */
function latestSession(ledger: Ledger, reference: string): CheckoutSession {
  const session = ledger.latestSession(reference);
  if (!session) throw new NotThere(`nobody has paid as ${reference}`);
  return session;
}

/** What the person paid last. Throws NotThere. */
function latestCharge(ledger: Ledger, reference: string): Charge | undefined {
  const { customer } = latestSession(ledger, reference);
  return ledger.all('charges').findLast((one) => one.customer === customer);
}

function runningSubscription(ledger: Ledger, session: CheckoutSession): Subscription | undefined {
  const found = ledger.find('subscriptions', session.subscription ?? '');
  return found?.status === 'canceled' ? undefined : found;
}

function arranged(
  ledger: Ledger,
  events: Event[],
  how: { duplicate: boolean; outOfOrder: boolean },
): Event[] {
  let sequence = events;
  if (how.outOfOrder) {
    const [first] = events;
    const before = first && events.length === 1 ? eventBefore(ledger, first) : undefined;
    sequence = before ? [...events, before] : events.toReversed();
  }
  return how.duplicate ? sequence.flatMap((event) => [event, event]) : sequence;
}

/** The last event before this one that is about the same object. */
function eventBefore(ledger: Ledger, event: Event): Event | undefined {
  const about = ledger.all('events').filter((one) => one.data.object.id === event.data.object.id);
  return about[about.indexOf(event) - 1];
}
