import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type PaymentAction,
  PaymentTimeline,
} from '../../../../../tests/support/payments/payment-timeline.ts';
import { parsePaymentEvent } from './parse-payment-event.ts';
import { purchaseChanges } from './purchase-changes.ts';
import { mergeFacts, noFacts } from './purchase-facts.ts';

const start = 1_790_000_000;
const day = 86_400;

interface Options {
  plan?: 'yearly' | 'lifetime';
  paid?: boolean;
  reversed?: boolean;
  otherAccessUntil?: number;
  now?: number;
}

/** Returns the changes that a user sees because of these actions, event by event. */
function changesIn(actions: PaymentAction[], options: Options = {}) {
  const { plan = 'yearly', paid = true, reversed = false, otherAccessUntil = 0 } = options;
  const timeline = new PaymentTimeline(randomUUID(), plan, { now: start, paid });
  for (const action of actions) timeline.apply(action, day);
  const { now = timeline.now } = options;
  let before = noFacts;
  return (reversed ? timeline.events.toReversed() : timeline.events).flatMap((event) => {
    const parsed = parsePaymentEvent(event);
    const after = parsed.kind === 'ignored' ? before : mergeFacts(before, parsed.facts);
    const changes = purchaseChanges({ plan, before, after, otherAccessUntil, now });
    before = after;
    return changes.map(({ event: name, mail }) => (mail === null ? name : `${name} + mail`));
  });
}

describe('the user is notified', () => {
  test.each<[string, PaymentAction[], Options, string[]]>([
    ['of a purchase', [], {}, ['subscribed']],
    ['of a lifetime purchase', [], { plan: 'lifetime' }, ['subscribed']],
    ['of nothing before the payment arrives', [], { paid: false }, []],
    ['of a payment that arrives late', ['pay'], { paid: false }, ['subscribed']],
    ['of a payment that fails', ['fail'], { paid: false }, ['payment_failed + mail']],
    [
      'once of a failed renewal, however often it is retried',
      ['fail', 'fail', 'fail'],
      {},
      ['subscribed', 'payment_failed + mail'],
    ],
    [
      'of the late payment of a renewal, and of the next failure a year later',
      ['fail', 'pay', 'fail'],
      {},
      ['subscribed', 'payment_failed + mail', 'subscription_renewed', 'payment_failed + mail'],
    ],
    [
      'of a cancellation, and of its reversal',
      ['cancel later', 'keep', 'cancel later'],
      {},
      [
        'subscribed',
        'subscription_ending + mail',
        'subscription_resumed',
        'subscription_ending + mail',
      ],
    ],
    ['of an immediate cancellation', ['cancel now'], {}, ['subscribed', 'subscription_ended']],
    [
      'of a full refund, but not of a partial one',
      ['refund a part', 'refund'],
      {},
      ['subscribed', 'payment_refunded', 'subscription_ended'],
    ],
    [
      'of a dispute and its outcome',
      ['dispute', 'win'],
      {},
      ['subscribed', 'payment_disputed', 'subscription_ended', 'dispute_won'],
    ],
    [
      'without an email if another purchase gives access',
      ['fail', 'pay', 'cancel later'],
      { otherAccessUntil: Number.POSITIVE_INFINITY },
      ['subscribed', 'payment_failed', 'subscription_renewed', 'subscription_ending'],
    ],
    [
      'without an email if the end of access is past',
      ['fail'],
      { now: start + 10 * day },
      ['subscribed', 'payment_failed'],
    ],
  ])('%s', (_case, actions, options, expected) => {
    expect(changesIn(actions, options)).toEqual(expected);
  });

  test('at most once of each change, whatever the order of events', () => {
    for (const actions of [
      ['fail'],
      ['fail', 'pay'],
      ['cancel later'],
      ['refund'],
    ] as PaymentAction[][]) {
      const changes = changesIn(actions, { reversed: true });
      expect(new Set(changes).size).toBe(changes.length);
    }
    // A failure that arrives after its payment needs no email.
    expect(changesIn(['fail', 'pay'], { reversed: true })).not.toContain('payment_failed + mail');
  });
});
