import { type Ledger, newId } from './ledger.ts';
import type { Event, EventSubject } from './objects.ts';

/** The API version whose shapes this stand-in speaks. */
export const apiVersion = '2026-10-28.endive';

/** Writes an event into the ledger; its object is copied as it is at this moment. */
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
    created: now,
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
