import type { Clock } from '../clock.ts';

const validityByName = new Map<string, boolean>();

/** Reads the `X-Time-Zone` header. Returns UTC if it is not a valid IANA name. */
export function timeZoneOf(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || header.length > 64) return 'UTC';
  let isValid = validityByName.get(header);
  if (isValid === undefined) {
    isValid = isTimeZone(header);
    if (validityByName.size < 1_000) validityByName.set(header, isValid);
  }
  return isValid ? header : 'UTC';
}

function isTimeZone(name: string): boolean {
  // Offsets such as '+02:00' are rejected: they have no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Today's date in a time zone. */
export const todayIn = (timeZone: string, clock: Clock): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
