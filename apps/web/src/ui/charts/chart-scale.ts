/** The values that a chart's axis names, and the range it covers. */
export interface ValueAxis {
  readonly min: number;
  readonly max: number;
  /** From low to high, in steps of 1, 2 or 5 times a power of ten: each reads exactly as N.Nk. */
  readonly ticks: readonly number[];
}

/** Below this a chart of money would only magnify pennies. */
const smallestRange = 4;

/** The axis for values: covers zero and all of them, with about `count` ticks on round numbers. */
export function valueAxis(values: readonly number[], count = 4): ValueAxis {
  const low = Math.min(0, ...values);
  const high = Math.max(low + smallestRange, 0, ...values);
  const step = roundStep((high - low) / count);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { min: first * step, max: last * step, ticks };
}

/** The power of ten times 1, 2 or 5 that is nearest, by ratio, to a wanted step of at least 1. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)));
  const ratio = Math.max(1, wanted) / power;
  if (ratio < Math.SQRT2) return power;
  if (ratio < Math.sqrt(10)) return 2 * power;
  return ratio < Math.sqrt(50) ? 5 * power : 10 * power;
}

/** How the places of a chart lie along its width: at both edges too, or each in the middle of a band. */
export type Spread = 'points' | 'bands';

/** The x of a place (0-based) on a plot of a width. */
export function placeX(spread: Spread, count: number, index: number, width: number): number {
  if (spread === 'bands') return ((index + 0.5) * width) / count;
  return count < 2 ? width / 2 : (index * width) / (count - 1);
}

/** The place nearest to an x; those beyond the edges are the first and the last. */
export function placeAt(spread: Spread, count: number, x: number, width: number): number {
  const place =
    spread === 'bands' ? Math.floor((x / width) * count) : Math.round((x / width) * (count - 1));
  return Math.max(0, Math.min(count - 1, place));
}
