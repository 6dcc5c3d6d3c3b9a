import { type Ledger, newId } from '../ledger.ts';
import type { Charge } from '../objects.ts';

/** Creates a payment intent. It succeeds with a charge if `paid`, and is processing otherwise. */
export function createPayment(
  ledger: Ledger,
  terms: { customer: string; amount: number; currency: string; paid: boolean; now: number },
): { intent: string; charge: Charge | null } {
  const { customer, amount, currency, paid, now } = terms;
  const intent = ledger.put('paymentIntents', {
    id: newId('pi'),
    object: 'payment_intent',
    amount,
    amount_received: paid ? amount : 0,
    created: now,
    currency,
    customer,
    latest_charge: null,
    livemode: false,
    metadata: {},
    payment_method_types: ['card'],
    status: paid ? 'succeeded' : 'processing',
  });
  return { intent: intent.id, charge: paid ? succeedPayment(ledger, intent.id, now) : null };
}

/** Completes a payment intent with a charge. Throws if there is none with this ID. */
export function succeedPayment(ledger: Ledger, intentId: string, now: number): Charge {
  const intent = ledger.find('paymentIntents', intentId);
  if (!intent) throw new Error(`Payment intent ${intentId} not found.`);
  const { amount, currency, customer } = intent;
  const charge = ledger.put('charges', {
    id: newId('ch'),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    captured: true,
    created: now,
    currency,
    customer,
    disputed: false,
    livemode: false,
    metadata: {},
    paid: true,
    payment_intent: intent.id,
    refunded: false,
    status: 'succeeded',
  });
  Object.assign(intent, { status: 'succeeded', amount_received: amount, latest_charge: charge.id });
  return charge;
}
