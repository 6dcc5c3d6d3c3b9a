/** Converts decimal text in major units to a number for the API. Don't add the results: they are floats. */
export const toMoney = (text: string): number => Number(Number(text).toFixed(2));

/** Like `toMoney`, for an amount that may be null. */
export const toMoneyOrNull = (text: string | null): number | null =>
  text === null ? null : toMoney(text);

/** Converts decimal text to cents, for the few sums that SQL doesn't compute. */
export const toCents = (text: string): number => Math.round(Number(text) * 100);

/** Converts cents to a number for the API. Dividing integers gives the closest float. */
export const centsToMoney = (cents: number): number => cents / 100 + 0;
