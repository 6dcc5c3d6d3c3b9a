/** The sandbox's clock. Tests replace it. */
export interface Clock {
  /** Milliseconds since 1970. Token lifetimes and signatures use real time even if the day is fixed. */
  now(): number;
  /** The current day in a time zone, UTC by default, as an ISO date. */
  today(timeZone?: string): string;
}

/** The time zone of everyone whose own time zone is unknown. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** Returns the system clock, with a fixed day if `fixedDay` is given. */
export function systemClock(fixedDay: string | null): Clock {
  return {
    now: () => Date.now(),
    today: (timeZone) => fixedDay ?? dayAt(Date.now(), timeZone),
  };
}

/** Returns the calendar day of an instant (milliseconds since 1970) in a time zone, as an ISO date. */
export function dayAt(instant: number, timeZone = DEFAULT_TIME_ZONE): string {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/** Returns the name of a time zone such as `America/Los_Angeles` if it is known, otherwise UTC. */
export function knownTimeZone(name: string | null): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name ?? DEFAULT_TIME_ZONE }).resolvedOptions()
      .timeZone;
  } catch (error) {
    if (error instanceof RangeError) return DEFAULT_TIME_ZONE;
    throw error;
  }
}

/** Adds days to an ISO date. `days` may be negative. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}
