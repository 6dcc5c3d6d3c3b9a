import {
  cancelNow,
  failRenewal,
  payRenewal,
  refund,
  setEnding,
} from '../../apps/sandbox/src/stripe/changes.ts';
import { closeDispute, openDispute, openDisputeOf } from '../../apps/sandbox/src/stripe/dispute.ts';
import { Ledger } from '../../apps/sandbox/src/stripe/ledger.ts';
import type { Event, Subscription } from '../../apps/sandbox/src/stripe/objects.ts';
import { plans } from '../../apps/sandbox/src/stripe/plans.ts';
import { purchase } from '../../apps/sandbox/src/stripe/purchase.ts';
import {
  slowPaymentFails,
  slowPaymentSucceeds,
} from '../../apps/sandbox/src/stripe/slow-payment.ts';
import type { readPaymentEvent } from '../../apps/server/src/features/billing/read-payment-event.ts';

/** An event as the server reads it. */
type ProviderEvent = Parameters<typeof readPaymentEvent>[0];

/** What can happen to a purchase at the payment provider. */
export const happenings = [
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
export type Happening = (typeof happenings)[number];

/** One purchase as it goes on at the sandbox's payment provider, without the sandbox's process. */
export class PaymentStory {
  readonly ledger = new Ledger({ section: () => undefined, save: async () => undefined });
  /** Every event so far, in the order in which they happened. */
  readonly events: ProviderEvent[] = [];
  /** The provider's time, in seconds. */
  now: number;

  constructor(
    userId: string,
    plan: 'yearly' | 'lifetime',
    { now, paid = true }: { now: number; paid?: boolean },
  ) {
    this.now = now;
    this.#take(
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

  /** Whether the newest payment is disputed, or was lost to a dispute. */
  get isDisputed(): boolean {
    const charge = this.ledger.all('charges').at(-1);
    return this.ledger
      .all('disputes')
      .some((one) => one.charge === charge?.id && one.status !== 'won');
  }

  /** Whether the newest payment was given back in full. */
  get isRefunded(): boolean {
    return this.ledger.all('charges').at(-1)?.refunded ?? false;
  }

  /** Makes something happen so many seconds later, if it can. */
  happen(what: Happening, after = 1): void {
    this.now += after;
    const { ledger, now } = this;
    const [session] = ledger.all('sessions');
    const { subscription } = this;
    const charge = ledger.all('charges').at(-1);
    const dispute = charge && openDisputeOf(ledger, charge);
    if (session?.payment_status === 'unpaid') {
      if (what === 'pay') this.#take(slowPaymentSucceeds(ledger, session, now));
      if (what === 'fail') this.#take(slowPaymentFails(ledger, session, now));
      return;
    }
    if (subscription && subscription.status !== 'canceled') {
      if (what === 'fail') this.#take(failRenewal(ledger, subscription, now));
      if (what === 'pay') this.#take(payRenewal(ledger, subscription, now) ?? []);
      if (what === 'cancel later') this.#take(setEnding(ledger, subscription, true, now));
      if (what === 'keep') this.#take(setEnding(ledger, subscription, false, now));
      if (what === 'cancel now') this.#take(cancelNow(ledger, subscription, now));
    }
    if (charge === undefined) return;
    const left = charge.amount - charge.amount_refunded;
    if (what === 'refund a part' && left > 100) this.#take(refund(ledger, charge, now, 100));
    if (what === 'refund' && left > 0) this.#take(refund(ledger, charge, now));
    if (what === 'dispute' && !dispute) this.#take(openDispute(ledger, charge, now));
    if (what === 'win' && dispute) this.#take(closeDispute(ledger, dispute, 'won', now));
    if (what === 'lose' && dispute) this.#take(closeDispute(ledger, dispute, 'lost', now));
  }

  #take(events: Event[]): void {
    // The sandbox keeps the fields of the provider's objects that an app can use.
    this.events.push(...(events as unknown as ProviderEvent[]));
  }
}
