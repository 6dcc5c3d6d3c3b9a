/** Something on a day: days since 1970-01-01, and whole cents. */
export type OnDay = readonly [day: number, cents: number];

/** What is known of an account's balance. Everything in whole cents; both lists oldest first. */
export interface BalancePast {
  /** What is owed grows as money goes out; what is had shrinks. */
  isDebt: boolean;
  /** The balance now; null where the bank gives none. */
  current: number | null;
  /** The balances that syncs have seen, one a day at most. */
  snapshots: readonly OnDay[];
  /** What posted on each day, positive out. */
  posted: readonly OnDay[];
}

/** How far the balance had moved by the end of a day, by the posted rows alone, from an arbitrary zero. */
function movedBy({ isDebt, posted }: BalancePast): (day: number) => number {
  const days: number[] = [];
  const sums: number[] = [];
  let sum = 0;
  for (const [day, cents] of posted) {
    sum += isDebt ? cents : -cents;
    days.push(day);
    sums.push(sum);
  }
  return (day) => sums[lastUpTo(days, day)] ?? 0;
}

/** The index of the last of ascending days that is not after a day; -1 if all are. */
function lastUpTo(days: readonly number[], day: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The balance at the end of each of some days, none after `today`: today's is the current one; before it
 * the last snapshot, moved on by what has posted since; before the first snapshot, that one walked back
 * over what posted. Null where nothing at all is known.
 */
export function balancesAt(
  past: BalancePast,
  days: readonly number[],
  today: number,
): number[] | null {
  const { current } = past;
  const anchors = anchorsOf(past, today);
  const [first] = anchors;
  if (first === undefined) return null;
  const moved = movedBy(past);
  const anchorDays = anchors.map(([day]) => day);
  return days.map((day) => {
    if (day === today && current !== null) return current;
    const [anchorDay, cents] = anchors[lastUpTo(anchorDays, day)] ?? first;
    return cents + moved(day) - moved(anchorDay);
  });
}

/** What is seen and not worked out: what syncs saw, else what there is now. */
const anchorsOf = ({ current, snapshots }: BalancePast, today: number): readonly OnDay[] =>
  snapshots.length > 0 || current === null ? snapshots : [[today, current]];

/** What the balance of a day stands on: what was seen on `day`, as it was, moved on or walked back. */
export interface BalanceBasis {
  kind: 'seen' | 'moved' | 'walked_back';
  day: number;
}

/** What `balancesAt` makes a balance of a day before `today` of; null where nothing at all is known. */
export function basisAt(past: BalancePast, day: number, today: number): BalanceBasis | null {
  const days = anchorsOf(past, today).map(([seen]) => seen);
  const [first] = days;
  if (first === undefined) return null;
  const last = days[lastUpTo(days, day)];
  if (last === undefined) return { kind: 'walked_back', day: first };
  return { kind: last === day ? 'seen' : 'moved', day: last };
}

/** Two gaps that cancel each other out within so many days are one row that came late, and no gap. */
const lateAtMost = 4;

/**
 * By how much the balance rose (fell: negative) from one snapshot to the next beyond what the posted rows
 * of the days in between say, on the day of the later one. A row that the bank dates before the day on
 * which it moved the balance makes two that cancel each other out: those are left out.
 */
export function unexplainedChanges(past: BalancePast): OnDay[] {
  const moved = movedBy(past);
  const gaps: OnDay[] = [];
  for (const [index, [day, cents]] of past.snapshots.entries()) {
    const before = past.snapshots[index - 1];
    if (before === undefined) continue;
    const [dayBefore, centsBefore] = before;
    const gap = cents - centsBefore - (moved(day) - moved(dayBefore));
    if (gap === 0) continue;
    const opposite = gaps.findLastIndex(
      ([earlier, other]) => other === -gap && day - earlier <= lateAtMost,
    );
    if (opposite === -1) gaps.push([day, gap]);
    else gaps.splice(opposite, 1);
  }
  return gaps;
}

const epoch = Temporal.PlainDate.from('1970-01-01');

/** A calendar day as days since 1970-01-01. */
export const dayNumber = (day: Temporal.PlainDate): number => epoch.until(day).days;

/** The same back, as the wire has days. */
export function dayOnWire(day: number): string {
  const known = written.get(day);
  if (known !== undefined) return known;
  const text = epoch.add({ days: day }).toString();
  if (written.size >= writtenAtMost) written.clear();
  written.set(day, text);
  return text;
}

// Histories write the same few hundred days again and again, which took longer than all else of them.
const written = new Map<number, string>();
const writtenAtMost = 10_000;
