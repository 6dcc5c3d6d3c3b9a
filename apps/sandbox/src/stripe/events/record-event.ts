import { type Ledger, newId } from '../ledger.ts';
import type { Event, EventSubject } from '../objects.ts';

/** The API version that the sandbox implements. */
export const apiVersion = '2026-10-28.endive';

/**
 * Records an event with a copy of its object. Timestamps have a resolution of one second, and the app orders a
 * subscription's changes by them, so a second change within the same second is dated one second later. Events
 * about the subscription's invoices are never dated before that change.
 */
export function recordEvent(
  ledger: Ledger,
  type: string,
  object: EventSubject,
  now: number,
  previous?: Record<string, unknown>,
): Event {
  return ledger.put('events', {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: timestampFor(ledger, type, object, now),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: {
      object: structuredClone(object),
      ...(previous ? { previous_attributes: previous } : {}),
    },
  });
}

function timestampFor(ledger: Ledger, type: string, object: EventSubject, now: number): number {
  const subject = subscriptionOf(object);
  if (subject === undefined) return now;
  const earlier = ledger
    .all('events')
    .filter((event) => subscriptionOf(event.data.object) === subject);
  const sameType =
    object.object === 'subscription' ? earlier.filter((event) => event.type === type) : [];
  return Math.max(
    now,
    ...earlier.slice(-1).map(({ created }) => created),
    ...sameType.slice(-1).map(({ created }) => created + 1),
  );
}

/** Returns the ID of the subscription that the object is or belongs to. */
function subscriptionOf(object: EventSubject): string | undefined {
  if (object.object === 'subscription') return object.id;
  if (object.object === 'invoice') return object.parent.subscription_details.subscription;
  return undefined;
}
