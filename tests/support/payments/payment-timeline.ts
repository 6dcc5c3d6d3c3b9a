import { Ledger } from '../../../apps/sandbox/src/stripe/ledger.ts';
import type { Event, Subscription } from '../../../apps/sandbox/src/stripe/objects.ts';
import { plans } from '../../../apps/sandbox/src/stripe/plans.ts';
import {
  failDelayedPayment,
  succeedDelayedPayment,
} from '../../../apps/sandbox/src/stripe/purchases/delayed-payment.ts';
import {
  closeDispute,
  openDispute,
  openDisputeOf,
} from '../../../apps/sandbox/src/stripe/purchases/dispute.ts';
import { purchase } from '../../../apps/sandbox/src/stripe/purchases/purchase.ts';
import {
  cancelNow,
  failRenewal,
  payRenewal,
  refund,
  setCancelAtPeriodEnd,
} from '../../../apps/sandbox/src/stripe/purchases/subscription-changes.ts';
import type { parsePaymentEvent } from '../../../apps/server/src/features/billing/parse-payment-event.ts';

/** An event as the server parses it. */
type ProviderEvent = Parameters<typeof parsePaymentEvent>[0];

/** The actions on a purchase at the payment provider. */
export const paymentActions = [
  'fail',
  'pay',
  'cancel later',
  'keep',
  'cancel now',
  'refund a part',
  'refund',
  'dispute',
  'win',
  'lose',
] as const;
export type PaymentAction = (typeof paymentActions)[number];

/** A purchase at the sandbox's payment provider over time, without the sandbox's process. */
export class PaymentTimeline {
  readonly ledger = new Ledger({ section: () => undefined, save: async () => undefined });
  /** All events so far, in order. */
  readonly events: ProviderEvent[] = [];
  /** The provider's Unix time in seconds. */
  now: number;

  constructor(
    userId: string,
    plan: 'yearly' | 'lifetime',
    { now, paid = true }: { now: number; paid?: boolean },
  ) {
    this.now = now;
    this.#record(
      purchase(this.ledger, {
        plan: plans[plan],
        clientReferenceId: userId,
        email: 'payer@example.com',
        name: null,
        appUrl: 'https://cairn.example',
        now,
        paid,
      }),
    );
  }

  get subscription(): Subscription | undefined {
    return this.ledger.all('subscriptions')[0];
  }

  /** True if the newest payment has an open or lost dispute. */
  get isDisputed(): boolean {
    const charge = this.ledger.all('charges').at(-1);
    return this.ledger
      .all('disputes')
      .some((dispute) => dispute.charge === charge?.id && dispute.status !== 'won');
  }

  /** True if the newest payment was fully refunded. */
  get isRefunded(): boolean {
    return this.ledger.all('charges').at(-1)?.refunded ?? false;
  }

  /** Applies an action some seconds later, if the purchase's state allows it. */
  apply(action: PaymentAction, delaySeconds = 1): void {
    this.now += delaySeconds;
    const { ledger, now } = this;
    const [session] = ledger.all('sessions');
    const { subscription } = this;
    const charge = ledger.all('charges').at(-1);
    const dispute = charge && openDisputeOf(ledger, charge);
    if (session?.payment_status === 'unpaid') {
      if (action === 'pay') this.#record(succeedDelayedPayment(ledger, session, now));
      if (action === 'fail') this.#record(failDelayedPayment(ledger, session, now));
      return;
    }
    if (subscription && subscription.status !== 'canceled') {
      if (action === 'fail') this.#record(failRenewal(ledger, subscription, now));
      if (action === 'pay') this.#record(payRenewal(ledger, subscription, now) ?? []);
      if (action === 'cancel later')
        this.#record(setCancelAtPeriodEnd(ledger, subscription, true, now));
      if (action === 'keep') this.#record(setCancelAtPeriodEnd(ledger, subscription, false, now));
      if (action === 'cancel now') this.#record(cancelNow(ledger, subscription, now));
    }
    if (charge === undefined) return;
    const refundable = charge.amount - charge.amount_refunded;
    if (action === 'refund a part' && refundable > 100)
      this.#record(refund(ledger, charge, now, 100));
    if (action === 'refund' && refundable > 0) this.#record(refund(ledger, charge, now));
    if (action === 'dispute' && !dispute) this.#record(openDispute(ledger, charge, now));
    if (action === 'win' && dispute) this.#record(closeDispute(ledger, dispute, 'won', now));
    if (action === 'lose' && dispute) this.#record(closeDispute(ledger, dispute, 'lost', now));
  }

  #record(events: Event[]): void {
    // The sandbox's objects have the fields of the provider's that an app can use.
    this.events.push(...(events as unknown as ProviderEvent[]));
  }
}
