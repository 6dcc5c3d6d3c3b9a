/** A row that may be one half of an internal transfer. All rows given share one absolute amount. */
export interface TransferCandidate {
  id: string;
  accountId: string;
  /** 1 for money out, -1 for money in. */
  sign: 1 | -1;
  currency: string;
  /** Absolute amount as decimal text; equal text means equal amount. */
  amount: string;
  /** Days since the epoch. */
  dayNumber: number;
}

/** Two halves may be at most this many days apart. */
const farthest = 4;

/**
 * Finds the internal transfers among candidates: opposite amounts of one currency in two accounts,
 * at most four days apart, each row matched at most once. Among candidates of one amount the
 * smallest distance in days goes first, then the lower id, then the lower other id. A pure function
 * of the rows, so that every order of arrival ends in the same pairs.
 *
 * @returns each matched row's id with its other half's, both ways.
 */
export function pairTransfers(candidates: readonly TransferCandidate[]): Map<string, string> {
  const groups = Map.groupBy(candidates, ({ currency, amount }) => `${currency} ${amount}`);
  const pairs = new Map<string, string>();
  for (const group of groups.values()) {
    for (const [one, other] of closestFirst(group)) {
      if (pairs.has(one) || pairs.has(other)) continue;
      pairs.set(one, other);
      pairs.set(other, one);
    }
  }
  return pairs;
}

/** Every possible pair of one amount, in the order in which they are to be matched. */
function closestFirst(group: readonly TransferCandidate[]): [string, string][] {
  const byDay = group.toSorted((a, b) => a.dayNumber - b.dayNumber);
  const possible: { lower: string; higher: string; distance: number }[] = [];
  for (const [index, one] of byDay.entries()) {
    for (let next = index + 1; next < byDay.length; next += 1) {
      const other = byDay[next];
      if (other === undefined || other.dayNumber - one.dayNumber > farthest) break;
      if (other.sign === one.sign || other.accountId === one.accountId) continue;
      const [lower, higher] = one.id < other.id ? [one.id, other.id] : [other.id, one.id];
      possible.push({ lower, higher, distance: other.dayNumber - one.dayNumber });
    }
  }
  return possible
    .sort(
      (a, b) => a.distance - b.distance || compare(a.lower, b.lower) || compare(a.higher, b.higher),
    )
    .map(({ lower, higher }) => [lower, higher]);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
