/** Reads money that SQL has summed: decimal text in major units. Never add what this answers. */
export const moneyOnWire = (text: string): number => Number(Number(text).toFixed(2));

/** The same for an amount that may be missing. */
export const moneyOrNull = (text: string | null): number | null =>
  text === null ? null : moneyOnWire(text);

/** Decimal text as whole cents, for the few sums that SQL does not make. */
export const centsOf = (text: string): number => Math.round(Number(text) * 100);

/** Whole cents in the words of the wire: a quotient of whole numbers is the nearest number there is. */
export const centsOnWire = (cents: number): number => cents / 100 + 0;
