/** The sandbox's clock. Tests replace it. */
export interface Clock {
  /** Milliseconds since 1970. Token lifetimes and signatures use real time even if the day is fixed. */
  now(): number;
  /** The current day in UTC, as an ISO date. */
  today(): string;
}

/** Returns the system clock, with a fixed day if `fixedDay` is given. */
export function systemClock(fixedDay: string | null): Clock {
  return {
    now: () => Date.now(),
    today: () => fixedDay ?? new Date().toISOString().slice(0, 10),
  };
}

/** Adds days to an ISO date. `days` may be negative. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}
