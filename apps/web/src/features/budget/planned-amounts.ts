/** Major units as whole cents, so that sums are exact. */
const toCents = (amount: number): number => Math.round(amount * 100);

/** Adds up amounts, exact to the cent. */
export const addAmounts = (...amounts: number[]): number =>
  amounts.reduce((sum, amount) => sum + toCents(amount), 0) / 100;

/** `part` as a rounded percentage of `total`. 0 if either is zero or negative. */
export function percentOfAmount(part: number, total: number): number {
  if (total <= 0 || part <= 0) return 0;
  return Math.round((toCents(part) / toCents(total)) * 100);
}

/**
 * The used part of a planned amount as a whole percent. Rounding doesn't hide that a plan is exceeded or not used up:
 * the percentage is 100 only for exactly the planned amount.
 */
export function percentOfPlan(actual: number, planned: number): number {
  const percent = percentOfAmount(actual, planned);
  if (percent === 0 || toCents(actual) === toCents(planned)) return percent;
  return actual > planned ? Math.max(101, percent) : Math.min(99, percent);
}

/** By how much an amount exceeds its plan, in major units. 0 if it doesn't. */
export const amountOver = (actual: number, planned: number): number =>
  Math.max(0, addAmounts(actual, -planned));
