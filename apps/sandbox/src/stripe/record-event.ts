import { type Ledger, newId } from './ledger.ts';
import type { Event, EventSubject } from './objects.ts';

/** The API version whose shapes this stand-in speaks. */
export const apiVersion = '2026-10-28.endive';

/**
 * Writes an event into the ledger; its object is copied as it is at this moment. A subscription does
 * not change twice within the one second that the provider tells: in a rehearsal, which is quicker than
 * people are, the second change gets the second after, and its bills keep up with it.
 */
export function record(
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
    created: momentOf(ledger, type, object, now),
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

function momentOf(ledger: Ledger, type: string, object: EventSubject, now: number): number {
  const subject = subscriptionOf(object);
  if (subject === undefined) return now;
  const before = ledger
    .all('events')
    .filter((event) => subscriptionOf(event.data.object) === subject);
  const alike = object.object === 'subscription' ? before.filter((one) => one.type === type) : [];
  return Math.max(
    now,
    ...before.slice(-1).map(({ created }) => created),
    ...alike.slice(-1).map(({ created }) => created + 1),
  );
}

/** The subscription that an object is, or is a bill of. */
function subscriptionOf(object: EventSubject): string | undefined {
  if (object.object === 'subscription') return object.id;
  if (object.object === 'invoice') return object.parent.subscription_details.subscription;
  return undefined;
}
