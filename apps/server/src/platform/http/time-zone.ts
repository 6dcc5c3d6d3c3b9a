import type { Clock } from '../clock.ts';

const known = new Map<string, boolean>();

/** The zone that the client says it is in, if it is one; else UTC. Header: `X-Time-Zone`. */
export function timeZoneOf(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || header.length > 64) return 'UTC';
  let valid = known.get(header);
  if (valid === undefined) {
    valid = isTimeZone(header);
    if (known.size < 1_000) known.set(header, valid);
  }
  return valid ? header : 'UTC';
}

function isTimeZone(name: string): boolean {
  // Offsets such as '+02:00' are no places: they know no daylight saving.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The calendar day that it is now in a time zone. */
export const todayIn = (timeZone: string, clock: Clock): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
