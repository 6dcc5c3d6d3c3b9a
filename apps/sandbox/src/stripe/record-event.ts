import { type Ledger, newId } from './ledger.ts';
import type { Event, EventSubject } from './objects.ts';

/** The API version whose shapes this stand-in speaks. */
export const apiVersion = '2026-10-28.endive';

/**
 * Writes an event into the ledger; its object is copied as it is at this moment. A subscription does
 * not change twice within the one second that the provider tells: a rehearsal that is quicker than
 * people are gets the second after.
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
  if (object.object !== 'subscription') return now;
  const before = ledger.all('events').findLast((event) => event.data.object.id === object.id);
  return before ? Math.max(now, before.created + (before.type === type ? 1 : 0)) : now;
}
