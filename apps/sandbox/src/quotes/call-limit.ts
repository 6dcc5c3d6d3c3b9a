const minute = 60_000;

/** How many calls a key may make in a minute, counted by the minute of the clock. */
export class CallLimit {
  readonly perMinute: number;
  #minute = 0;
  #made = 0;

  constructor(perMinute: number) {
    this.perMinute = perMinute;
  }

  /** Counts one call; answers how many are left, or null when there was none left for it. */
  take(now: number): number | null {
    const current = Math.floor(now / minute);
    if (current !== this.#minute) {
      this.#minute = current;
      this.#made = 0;
    }
    if (this.#made >= this.perMinute) return null;
    this.#made += 1;
    return this.perMinute - this.#made;
  }

  /** The second, since 1970, from which on all calls are there again. */
  resetsAt(now: number): number {
    return ((Math.floor(now / minute) + 1) * minute) / 1_000;
  }

  clear(): void {
    this.#made = 0;
  }
}
