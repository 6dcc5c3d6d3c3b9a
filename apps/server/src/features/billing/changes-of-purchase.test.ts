import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Happening, PaymentStory } from '../../../../../tests/support/payment-story.ts';
import { changesOf } from './changes-of-purchase.ts';
import { join, noFacts } from './purchase-facts.ts';
import { readPaymentEvent } from './read-payment-event.ts';

const start = 1_790_000_000;
const day = 86_400;

interface Telling {
  plan?: 'yearly' | 'lifetime';
  paid?: boolean;
  reversed?: boolean;
  otherwiseOpenUntil?: number;
  now?: number;
}

/** What the user is told of a story, event by event. */
function toldOf(what: Happening[], telling: Telling = {}) {
  const { plan = 'yearly', paid = true, reversed = false, otherwiseOpenUntil = 0 } = telling;
  const story = new PaymentStory(randomUUID(), plan, { now: start, paid });
  for (const happening of what) story.happen(happening, day);
  const { now = story.now } = telling;
  let before = noFacts;
  return (reversed ? story.events.toReversed() : story.events).flatMap((event) => {
    const told = readPaymentEvent(event);
    const after = told.about === 'nothing' ? before : join(before, told.facts);
    const changes = changesOf({ plan, before, after, otherwiseOpenUntil, now });
    before = after;
    return changes.map(({ event: name, mail }) => (mail === null ? name : `${name} + mail`));
  });
}

describe('the user is told', () => {
  test.each<[string, Happening[], Telling, string[]]>([
    ['of a purchase', [], {}, ['subscribed']],
    ['of a lifetime', [], { plan: 'lifetime' }, ['subscribed']],
    ['nothing before the money comes', [], { paid: false }, []],
    ['of money that came late', ['pay'], { paid: false }, ['subscribed']],
    ['of money that did not come', ['fail'], { paid: false }, ['payment_failed + mail']],
    [
      'of a renewal that fails, once however often it is tried',
      ['fail', 'fail', 'fail'],
      {},
      ['subscribed', 'payment_failed + mail'],
    ],
    [
      'of its payment, and of the failure a year later',
      ['fail', 'pay', 'fail'],
      {},
      ['subscribed', 'payment_failed + mail', 'subscription_renewed', 'payment_failed + mail'],
    ],
    [
      'of a cancellation, and of one that is taken back',
      ['cancel later', 'keep', 'cancel later'],
      {},
      [
        'subscribed',
        'subscription_ending + mail',
        'subscription_kept',
        'subscription_ending + mail',
      ],
    ],
    ['of an end', ['cancel now'], {}, ['subscribed', 'subscription_ended']],
    [
      'of money given back, not of a part of it',
      ['refund a part', 'refund'],
      {},
      ['subscribed', 'payment_refunded', 'subscription_ended'],
    ],
    [
      'of a dispute and how it ends',
      ['dispute', 'win'],
      {},
      ['subscribed', 'payment_disputed', 'subscription_ended', 'dispute_won'],
    ],
    [
      'without a mail where another purchase covers it',
      ['fail', 'pay', 'cancel later'],
      { otherwiseOpenUntil: Number.POSITIVE_INFINITY },
      ['subscribed', 'payment_failed', 'subscription_renewed', 'subscription_ending'],
    ],
    [
      'without a mail of a day that is past',
      ['fail'],
      { now: start + 10 * day },
      ['subscribed', 'payment_failed'],
    ],
  ])('%s', (_of, what, telling, expected) => {
    expect(toldOf(what, telling)).toEqual(expected);
  });

  test('no more than once, whatever the order', () => {
    for (const what of [['fail'], ['fail', 'pay'], ['cancel later'], ['refund']] as Happening[][]) {
      const told = toldOf(what, { reversed: true });
      expect(new Set(told).size).toBe(told.length);
    }
    // A failure that was mended when it is heard of is no news.
    expect(toldOf(['fail', 'pay'], { reversed: true })).not.toContain('payment_failed + mail');
  });
});
