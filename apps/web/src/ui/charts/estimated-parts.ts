/** A run of neighboring data points that are all estimated or all known, by their indexes, both included. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** The runs of data points that are estimated. */
export function estimatedRuns(estimated: readonly boolean[]): Run[] {
  const runs: { from: number; to: number }[] = [];
  for (const [index, isEstimated] of estimated.entries()) {
    if (!isEstimated) continue;
    const last = runs.at(-1);
    if (last?.to === index - 1) last.to = index;
    else runs.push({ from: index, to: index });
  }
  return runs;
}

/** Part of a line through data points. It is estimated unless both ends of each of its segments are known. */
export interface LinePart extends Run {
  readonly estimated: boolean;
}

/** Splits a line into parts, each of which is drawn in one style. A line of one point has none. */
export function lineParts(estimated: readonly boolean[]): LinePart[] {
  const parts: { from: number; to: number; estimated: boolean }[] = [];
  for (let to = 1; to < estimated.length; to += 1) {
    const isEstimated = estimated[to - 1] === true || estimated[to] === true;
    const last = parts.at(-1);
    if (last?.estimated === isEstimated) last.to = to;
    else parts.push({ from: to - 1, to, estimated: isEstimated });
  }
  return parts;
}
