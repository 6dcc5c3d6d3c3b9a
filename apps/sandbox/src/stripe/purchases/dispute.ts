import { recordEvent } from '../events/record-event.ts';
import { type Ledger, newId } from '../ledger.ts';
import type { Charge, Dispute, Event } from '../objects.ts';

/** Opens a dispute of a charge by the cardholder's bank. Times are in seconds. */
export function openDispute(ledger: Ledger, charge: Charge, now: number): Event[] {
  charge.disputed = true;
  const dispute = ledger.put('disputes', {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  return [
    recordEvent(ledger, 'charge.dispute.created', dispute, now),
    recordEvent(ledger, 'charge.dispute.funds_withdrawn', dispute, now),
  ];
}

/** Closes a dispute. If it is won, the funds are returned to the merchant. */
export function closeDispute(
  ledger: Ledger,
  dispute: Dispute,
  outcome: 'won' | 'lost',
  now: number,
): Event[] {
  dispute.status = outcome;
  return [
    ...(outcome === 'won'
      ? [recordEvent(ledger, 'charge.dispute.funds_reinstated', dispute, now)]
      : []),
    recordEvent(ledger, 'charge.dispute.closed', dispute, now),
  ];
}

/** Returns the latest open dispute of a charge. */
export function openDisputeOf(ledger: Ledger, charge: Charge): Dispute | undefined {
  return ledger
    .all('disputes')
    .findLast((dispute) => dispute.charge === charge.id && dispute.status === 'needs_response');
}
