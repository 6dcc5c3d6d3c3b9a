import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { happenings, PaymentStory } from '../../../../../tests/support/payment-story.ts';
import { join, noFacts, type PurchaseFacts } from './purchase-facts.ts';
import { worthOf } from './purchase-worth.ts';
import { readPaymentEvent } from './read-payment-event.ts';

const start = 1_790_000_000;

const factsOf = (event: Stripe.Event): PurchaseFacts => {
  const told = readPaymentEvent(event);
  return told.about === 'nothing' ? noFacts : told.facts;
};

const knownFrom = (events: readonly Stripe.Event[]) => events.map(factsOf).reduce(join, noFacts);

const plan = fc.constantFrom('yearly' as const, 'lifetime' as const);

/** What happens, and how many seconds after the last; within one second too. */
const story = (least: number) =>
  fc.array(
    fc.tuple(
      fc.constantFrom(...happenings),
      fc.nat(3).map((gap) => gap + least),
    ),
    {
      maxLength: 14,
    },
  );

function play(kind: 'yearly' | 'lifetime', paid: boolean, steps: [string, number][]): PaymentStory {
  const played = new PaymentStory(randomUUID(), kind, { now: start, paid });
  for (const [what, after] of steps) played.happen(what as (typeof happenings)[number], after);
  return played;
}

describe('what is known of a purchase', () => {
  test('is the same in whatever order its events come, and however often', () => {
    fc.assert(
      fc.property(
        plan,
        fc.boolean(),
        story(0),
        fc.infiniteStream(fc.nat(1_000)),
        (kind, paid, steps, choose) => {
          const { events } = play(kind, paid, steps);
          const inOrder = knownFrom(events);
          const twice = events.flatMap((event) => [event, event]);
          const shuffled = twice
            .map((event) => ({ event, place: choose.next().value ?? 0 }))
            .toSorted((a, b) => a.place - b.place)
            .map(({ event }) => event);
          expect(knownFrom(shuffled)).toEqual(inOrder);
          expect(knownFrom(events.toReversed())).toEqual(inOrder);
          expect(worthOf(kind, knownFrom(shuffled))).toEqual(worthOf(kind, inOrder));
        },
      ),
      { numRuns: 400 },
    );
  });

  test('is the same when two halves of it are put together, kept as JSON in between', () => {
    // The database sorts the fields of what it keeps.
    const kept = (facts: PurchaseFacts): PurchaseFacts =>
      JSON.parse(
        JSON.stringify(facts, (_key, value) =>
          value !== null && typeof value === 'object'
            ? Object.fromEntries(Object.entries(value).sort())
            : value,
        ),
      );
    fc.assert(
      fc.property(plan, story(0), fc.nat(40), (kind, steps, at) => {
        const { events } = play(kind, true, steps);
        const [one, other] = [knownFrom(events.slice(0, at)), knownFrom(events.slice(at))];
        expect(join(kept(one), other)).toEqual(join(kept(other), one));
        expect(join(kept(one), one)).toEqual(one);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what a purchase is worth', () => {
  test('is what the provider says in the end, whatever happened before', () => {
    fc.assert(
      // Slowly enough that the rehearsal's seconds are those of the story.
      fc.property(plan, story(5), (kind, steps) => {
        const { events, subscription, isRefunded, isDisputed } = play(kind, true, steps);
        const worth = worthOf(kind, knownFrom(events));
        const expected = () => {
          if (isRefunded || isDisputed || subscription?.status === 'canceled') return 'ended';
          if (subscription?.status === 'past_due') return 'grace';
          return subscription?.cancel_at_period_end ? 'ending' : 'active';
        };
        expect(worth.kind).toBe(expected());
      }),
      { numRuns: 600 },
    );
  });
});
