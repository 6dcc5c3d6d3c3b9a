/** A payment of a stream. */
interface Paid {
  readonly id: string;
  readonly amount: number;
}

/** What is to be said of the amounts of a stream's payments. */
export interface PriceChanges {
  /** By payment: the amount of the one before, where that was another. */
  readonly before: ReadonlyMap<string, number>;
  /** Most payments differ from the one before: it has no price, so none changes. */
  readonly varies: boolean;
}

/** Where the amount changed from one payment (newest first) to the next. */
export function priceChanges(payments: readonly Paid[]): PriceChanges {
  const before = new Map<string, number>();
  payments.forEach(({ id, amount }, index) => {
    const previous = payments[index + 1];
    if (previous !== undefined && previous.amount !== amount) before.set(id, previous.amount);
  });
  const varies = payments.length > 2 && before.size > (payments.length - 1) / 2;
  return varies ? { before: new Map(), varies } : { before, varies };
}
