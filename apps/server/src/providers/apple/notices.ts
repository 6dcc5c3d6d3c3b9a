import type { JWTPayload } from 'jose';
import { InvalidIdToken } from '../../platform/secrets/id-tokens.ts';

/** What Apple notifies apps about ('Processing changes for Sign in with Apple accounts'). */
export type AppleNoticeType =
  /** The user ended the app's access. */
  | 'consent-revoked'
  /** The user deleted their Apple Account. Apple's documentation has both names. */
  | 'account-delete'
  | 'account-deleted'
  /** Whether Apple forwards emails to the user's relay address. */
  | 'email-disabled'
  | 'email-enabled';

/** A verified notice about one user, stored as JSON. */
export interface AppleNotice {
  /** Apple's id of the notice. */
  id: string;
  /** May be a type that Apple has added since. */
  type: AppleNoticeType | (string & {});
  issuer: string;
  subject: string;
  /** When the event happened: an instant, ISO 8601. */
  at: string;
}

/** Reads the claims of a verified notice. `events` is JSON in a string. Throws `InvalidIdToken`. */
export function parseNotice({ iss, jti, iat = 0, events }: JWTPayload): AppleNotice {
  const { type, sub, event_time: time } = parseEvents(events);
  if (typeof jti !== 'string' || jti === '' || jti.length > 255) throw new InvalidIdToken('JTI');
  if (typeof iss !== 'string' || typeof type !== 'string' || typeof sub !== 'string' || sub === '')
    throw new InvalidIdToken('EVENTS');
  return { id: jti, type, issuer: iss, subject: sub, at: instantOf(time, iat) };
}

function parseEvents(events: unknown): Record<string, unknown> {
  try {
    // May be anything that Apple signed.
    return Object(typeof events === 'string' ? JSON.parse(events) : events);
  } catch {
    throw new InvalidIdToken('EVENTS');
  }
}

/**
 * Returns the time of an event. Apple documents seconds, but its notices have milliseconds. Without a time, the event
 * gets the time at which the notice was issued.
 */
function instantOf(time: unknown, issuedAt: number): string {
  const value = typeof time === 'number' && time > 0 ? time : issuedAt;
  const instant = new Date(value > 1e11 ? value : value * 1_000);
  if (Number.isNaN(instant.getTime())) throw new InvalidIdToken('EVENT_TIME');
  return instant.toISOString();
}
