/** A transaction that may be part of an internal transfer. */
export interface TransferCandidate {
  id: string;
  accountId: string;
  /** 1 for money out, -1 for money in. */
  sign: 1 | -1;
  currency: string;
  /** Absolute amount as decimal text. Equal amounts must have equal text. */
  amount: string;
  /** Days since 1970-01-01. */
  dayNumber: number;
}

/** Both sides of a transfer may be at most this many days apart. */
const maxDaysApart = 4;

/**
 * Finds internal transfers among candidates: opposite amounts of one currency in two accounts, at most four days apart,
 * each row matched at most once. Among candidates of one amount, the pair that is closest in days is matched first.
 * Ties are broken by the lower id of each pair, then by the higher one. A pure function of the rows, so the order in
 * which they arrive doesn't matter.
 *
 * @returns the id of each matched row with the id of its matching transfer, in both directions.
 */
export function pairTransfers(candidates: readonly TransferCandidate[]): Map<string, string> {
  const groups = Map.groupBy(candidates, ({ currency, amount }) => `${currency} ${amount}`);
  const pairs = new Map<string, string>();
  for (const group of groups.values()) {
    for (const [lowerId, higherId] of possiblePairs(group)) {
      if (pairs.has(lowerId) || pairs.has(higherId)) continue;
      pairs.set(lowerId, higherId);
      pairs.set(higherId, lowerId);
    }
  }
  return pairs;
}

/** Returns all possible pairs of one amount, in matching order. */
function possiblePairs(group: readonly TransferCandidate[]): [string, string][] {
  const byDay = group.toSorted((a, b) => a.dayNumber - b.dayNumber);
  const pairs: { lower: string; higher: string; distance: number }[] = [];
  for (const [index, one] of byDay.entries()) {
    for (let next = index + 1; next < byDay.length; next += 1) {
      const other = byDay[next];
      if (other === undefined || other.dayNumber - one.dayNumber > maxDaysApart) break;
      if (other.sign === one.sign || other.accountId === one.accountId) continue;
      const [lower, higher] = one.id < other.id ? [one.id, other.id] : [other.id, one.id];
      pairs.push({ lower, higher, distance: other.dayNumber - one.dayNumber });
    }
  }
  return pairs
    .sort(
      (a, b) => a.distance - b.distance || compare(a.lower, b.lower) || compare(a.higher, b.higher),
    )
    .map(({ lower, higher }) => [lower, higher]);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
