/** By how much two kinds of requests may differ, and how often they are measured. */
interface ComparisonLimits {
  /** The allowed difference of the medians. Milliseconds. */
  tolerance: number;
  /** The number of pairs after which the interval is checked again. */
  pairsPerRound: number;
  /** The number of rounds after which an interval that is still too wide is a failure. */
  maxRounds: number;
}

/** What the measured pairs show. `low` and `high` are the bounds of the median difference, in milliseconds. */
export interface DurationComparison {
  verdict: 'similar' | 'different' | 'inconclusive';
  low: number;
  high: number;
  pairs: number;
}

/**
 * The normal quantile of a two-sided confidence of 99.9%. Each round may end the comparison, and errors add
 * up: with at most ten rounds, the confidence of the verdict is still at least 99%.
 */
const quantile = 3.291;

/**
 * Returns a 99.9% confidence interval of the median (order statistics, as in the sign test). It is
 * valid for any distribution, so single slow requests do not matter. Infinite for fewer than 11 values.
 */
function medianConfidenceInterval(values: number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.floor((sorted.length - quantile * Math.sqrt(sorted.length)) / 2) - 1;
  return [
    sorted[rank] ?? Number.NEGATIVE_INFINITY,
    sorted[sorted.length - 1 - rank] ?? Number.POSITIVE_INFINITY,
  ];
}

/**
 * Measures pairs of requests until the confidence interval of the median difference is either within the
 * tolerance or entirely outside it. On an idle machine, one round is enough. On a busy machine, the interval
 * narrows with each round. If it is still too wide after the last round, nothing has been shown.
 * `measurePair` returns by how many milliseconds the second kind of request took longer.
 */
export async function compareDurations(
  measurePair: (pair: number) => number | Promise<number>,
  { tolerance, pairsPerRound, maxRounds }: ComparisonLimits,
): Promise<DurationComparison> {
  const differences: number[] = [];
  for (;;) {
    for (let index = 0; index < pairsPerRound; index += 1)
      differences.push(await measurePair(differences.length));
    const [low, high] = medianConfidenceInterval(differences);
    const result = { low, high, pairs: differences.length };
    if (-tolerance <= low && high <= tolerance) return { verdict: 'similar', ...result };
    if (low > tolerance || high < -tolerance) return { verdict: 'different', ...result };
    if (differences.length >= pairsPerRound * maxRounds)
      return { verdict: 'inconclusive', ...result };
  }
}
