const minuteMs = 60_000;

/** A rate limit per clock minute. */
export class RateLimit {
  readonly perMinute: number;
  #currentMinute = 0;
  #used = 0;

  constructor(perMinute: number) {
    this.perMinute = perMinute;
  }

  /** Counts a call. Returns the number of remaining calls, or null if the limit is exceeded. */
  take(now: number): number | null {
    const current = Math.floor(now / minuteMs);
    if (current !== this.#currentMinute) {
      this.#currentMinute = current;
      this.#used = 0;
    }
    if (this.#used >= this.perMinute) return null;
    this.#used += 1;
    return this.perMinute - this.#used;
  }

  /** Returns when the limit resets, in seconds since 1970. */
  resetsAt(now: number): number {
    return ((Math.floor(now / minuteMs) + 1) * minuteMs) / 1_000;
  }

  clear(): void {
    this.#used = 0;
  }
}
