/** A chart's value axis: its range and its ticks. */
export interface ValueAxis {
  readonly min: number;
  readonly max: number;
  /** Ascending, in steps of 1, 2, or 5 times a power of ten, so that N.Nk represents each exactly. */
  readonly ticks: readonly number[];
}

/** A smaller range would only magnify cents. */
const minRange = 4;

/** The axis for some values: it includes zero and all values, with about `count` ticks. */
export function valueAxis(values: readonly number[], count = 4): ValueAxis {
  const low = Math.min(0, ...values);
  const high = Math.max(low + minRange, 0, ...values);
  const step = roundStep((high - low) / count);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { min: first * step, max: last * step, ticks };
}

/** The smallest range of a fitted axis, as a share of the largest value, so that small changes look small. */
const minRangeShare = 0.02;

/** The axis for some values, fitted to them: it need not include zero. It has about `count` ticks. */
export function fittedAxis(values: readonly number[], count = 4): ValueAxis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const range = Math.max(high - low, size * minRangeShare, minRange);
  const middle = (low + high) / 2;
  // Ticks of 1,000 and above are only exact in hundreds.
  const step = Math.max(roundStep(range / count), size >= 1000 ? 100 : 1);
  const first = Math.floor(Math.min(low, middle - range / 2) / step);
  const last = Math.max(first + 1, Math.ceil(Math.max(high, middle + range / 2) / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { min: first * step, max: last * step, ticks };
}

/** Rounds a step, by ratio, to 1, 2, or 5 times a power of ten, and to at least 1. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, step)));
  const ratio = Math.max(1, step) / power;
  if (ratio < Math.SQRT2) return power;
  if (ratio < Math.sqrt(10)) return 2 * power;
  return ratio < Math.sqrt(50) ? 5 * power : 10 * power;
}

/** How data points are distributed: from edge to edge, or each centered in a band of equal width. */
export type PointDistribution = 'points' | 'bands';

/** The x coordinate of a data point by its 0-based index. */
export function xOfIndex(
  distribution: PointDistribution,
  count: number,
  index: number,
  width: number,
): number {
  if (distribution === 'bands') return ((index + 0.5) * width) / count;
  return count < 2 ? width / 2 : (index * width) / (count - 1);
}

/** The index of the data point nearest to an x coordinate, which may lie beyond the edges. */
export function indexAt(
  distribution: PointDistribution,
  count: number,
  x: number,
  width: number,
): number {
  const index =
    distribution === 'bands'
      ? Math.floor((x / width) * count)
      : Math.round((x / width) * (count - 1));
  return Math.max(0, Math.min(count - 1, index));
}
