/** Time as the sandbox sees it; a test brings its own. */
export interface Clock {
  /** Milliseconds since 1970: token lifetimes and signatures run on real time even where the day stands still. */
  now(): number;
  /** The calendar day, ISO, in UTC. */
  today(): string;
}

/** The machine's clock, with the day held still where `fixedDay` is given. */
export function systemClock(fixedDay: string | null): Clock {
  return {
    now: () => Date.now(),
    today: () => fixedDay ?? new Date().toISOString().slice(0, 10),
  };
}

/** The day `days` after an ISO day (before it, where negative). */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}
