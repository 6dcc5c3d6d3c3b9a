import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  PaymentTimeline,
  paymentActions,
} from '../../../../../tests/support/payments/payment-timeline.ts';
import { parsePaymentEvent } from './parse-payment-event.ts';
import { purchaseAccess } from './purchase-access.ts';
import { mergeFacts, noFacts, type PurchaseFacts } from './purchase-facts.ts';

const start = 1_790_000_000;

const factsOf = (event: Stripe.Event): PurchaseFacts => {
  const parsed = parsePaymentEvent(event);
  return parsed.kind === 'ignored' ? noFacts : parsed.facts;
};

const factsFrom = (events: readonly Stripe.Event[]) =>
  events.map(factsOf).reduce(mergeFacts, noFacts);

const plan = fc.constantFrom('yearly' as const, 'lifetime' as const);

/** Generates payment actions, each with the seconds since the previous one (at least `minGap`). */
const stepsArbitrary = (minGap: number) =>
  fc.array(
    fc.tuple(
      fc.constantFrom(...paymentActions),
      fc.nat(3).map((gap) => gap + minGap),
    ),
    {
      maxLength: 14,
    },
  );

/** Plays the steps of a purchase at the sandbox's payment provider. */
function play(
  kind: 'yearly' | 'lifetime',
  paid: boolean,
  steps: [string, number][],
): PaymentTimeline {
  const timeline = new PaymentTimeline(randomUUID(), kind, { now: start, paid });
  for (const [action, seconds] of steps)
    timeline.apply(action as (typeof paymentActions)[number], seconds);
  return timeline;
}

describe('the facts of a purchase', () => {
  test('do not depend on the order and repetition of events', () => {
    fc.assert(
      fc.property(
        plan,
        fc.boolean(),
        stepsArbitrary(0),
        fc.infiniteStream(fc.nat(1_000)),
        (kind, paid, steps, choose) => {
          const { events } = play(kind, paid, steps);
          const inOrder = factsFrom(events);
          const twice = events.flatMap((event) => [event, event]);
          const shuffled = twice
            .map((event) => ({ event, sortKey: choose.next().value ?? 0 }))
            .toSorted((a, b) => a.sortKey - b.sortKey)
            .map(({ event }) => event);
          expect(factsFrom(shuffled)).toEqual(inOrder);
          expect(factsFrom(events.toReversed())).toEqual(inOrder);
          expect(purchaseAccess(kind, factsFrom(shuffled))).toEqual(purchaseAccess(kind, inOrder));
        },
      ),
      { numRuns: 400 },
    );
  });

  test('do not depend on which part is merged first, even after being stored as JSON', () => {
    // PostgreSQL reorders the fields of stored JSON.
    const stored = (facts: PurchaseFacts): PurchaseFacts =>
      JSON.parse(
        JSON.stringify(facts, (_key, value) =>
          value !== null && typeof value === 'object'
            ? Object.fromEntries(Object.entries(value).sort())
            : value,
        ),
      );
    fc.assert(
      fc.property(plan, stepsArbitrary(0), fc.nat(40), (kind, steps, at) => {
        const { events } = play(kind, true, steps);
        const [first, second] = [factsFrom(events.slice(0, at)), factsFrom(events.slice(at))];
        expect(mergeFacts(stored(first), second)).toEqual(mergeFacts(stored(second), first));
        expect(mergeFacts(stored(first), first)).toEqual(first);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the access of a purchase', () => {
  test("matches the provider's final state, whatever happened before", () => {
    fc.assert(
      // Gaps of five seconds, so that events of different steps never share a second.
      fc.property(plan, stepsArbitrary(5), (kind, steps) => {
        const { events, subscription, isRefunded, isDisputed } = play(kind, true, steps);
        const access = purchaseAccess(kind, factsFrom(events));
        const expected = () => {
          if (isRefunded || isDisputed || subscription?.status === 'canceled') return 'ended';
          if (subscription?.status === 'past_due') return 'grace';
          return subscription?.cancel_at_period_end ? 'ending' : 'active';
        };
        expect(access.state).toBe(expected());
      }),
      { numRuns: 600 },
    );
  });
});
