import type { Entry } from './entry.ts';

/** What posts to each account on each day, in minor units of the account's currency, positive out. */
export class Ledger {
  readonly #first: number;
  readonly #last: number;
  readonly #accounts = new Map<string, Float64Array>();

  /** Keeps the days numbered `first` to `last`, both included. */
  constructor(first: number, last: number) {
    this.#first = first;
    this.#last = last;
  }

  /** Books an entry on the day it posts; one outside the kept days is left out. */
  book(entry: Entry): void {
    if (entry.posts < this.#first || entry.posts > this.#last) return;
    let days = this.#accounts.get(entry.accountKey);
    if (days === undefined) {
      days = new Float64Array(this.#last - this.#first + 1);
      this.#accounts.set(entry.accountKey, days);
    }
    const at = entry.posts - this.#first;
    days[at] = (days[at] ?? 0) + entry.settled;
  }

  /** The sum of what posted from day number `from` to `to`, both included. */
  sum(accountKey: string, from: number, to: number): number {
    const days = this.#accounts.get(accountKey);
    if (days === undefined || to < from) return 0;
    let sum = 0;
    for (const settled of days.subarray(from - this.#first, to - this.#first + 1)) sum += settled;
    return sum;
  }
}
