/** A payment of a stream. */
interface StreamPayment {
  readonly id: string;
  readonly amount: number;
}

/** How the amounts of a stream's payments changed. */
export interface PriceChanges {
  /** The previous amount of each payment whose amount changed, by payment id. */
  readonly previousAmounts: ReadonlyMap<string, number>;
  /** True if most payments differ from the one before. Then no change is reported. */
  readonly varies: boolean;
}

/**
 * Finds the payments whose amount differs from the payment before.
 *
 * @param payments Newest first.
 */
export function priceChanges(payments: readonly StreamPayment[]): PriceChanges {
  const previousAmounts = new Map<string, number>();
  payments.forEach(({ id, amount }, index) => {
    const previous = payments[index + 1];
    if (previous !== undefined && previous.amount !== amount)
      previousAmounts.set(id, previous.amount);
  });
  const varies = payments.length > 2 && previousAmounts.size > (payments.length - 1) / 2;
  return varies ? { previousAmounts: new Map(), varies } : { previousAmounts, varies };
}
