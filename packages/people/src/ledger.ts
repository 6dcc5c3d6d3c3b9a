import type { DraftTransaction } from './draft-transaction.ts';

/** The amounts that post to each account on each day, in minor units of its currency. Positive means money out. */
export class Ledger {
  readonly #first: number;
  readonly #last: number;
  readonly #accounts = new Map<string, Float64Array>();

  /** Covers day numbers `first` to `last`, both inclusive. */
  constructor(first: number, last: number) {
    this.#first = first;
    this.#last = last;
  }

  /** Adds a transaction on its posting day. Ignores it if the day is not covered. */
  post(draft: DraftTransaction): void {
    if (draft.postingDay < this.#first || draft.postingDay > this.#last) return;
    let amounts = this.#accounts.get(draft.accountKey);
    if (amounts === undefined) {
      amounts = new Float64Array(this.#last - this.#first + 1);
      this.#accounts.set(draft.accountKey, amounts);
    }
    const index = draft.postingDay - this.#first;
    amounts[index] = (amounts[index] ?? 0) + draft.amountInAccountCurrency;
  }

  /** Returns the sum of the amounts posted from day number `from` to `to`, both inclusive. */
  sum(accountKey: string, from: number, to: number): number {
    const amounts = this.#accounts.get(accountKey);
    if (amounts === undefined || to < from) return 0;
    let sum = 0;
    for (const amount of amounts.subarray(from - this.#first, to - this.#first + 1)) sum += amount;
    return sum;
  }
}
