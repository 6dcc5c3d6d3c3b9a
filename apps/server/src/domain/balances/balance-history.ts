/** An amount on a day: days since 1970-01-01, and cents. */
export type DayAmount = readonly [day: number, cents: number];

/** The known balances of an account and the changes to them, in cents. Both lists are sorted by day. */
export interface BalanceHistory {
  /** True if money out raises the balance, as on a credit card. For other accounts, it lowers the balance. */
  isDebt: boolean;
  /** The current balance. Null if the bank doesn't report one. */
  current: number | null;
  /** Balances that syncs recorded, at most one per day. */
  snapshots: readonly DayAmount[];
  /** The sum of posted transactions per day. Positive amounts are money out. */
  posted: readonly DayAmount[];
  /** The first day whose changes the posted transactions explain. Null if they never do. */
  explainedSince: number | null;
}

/**
 * Returns a function that sums the balance changes up to the end of a day, starting with the first posted transaction.
 */
function cumulativeChange({ isDebt, posted }: BalanceHistory): (day: number) => number {
  const days: number[] = [];
  const sums: number[] = [];
  let sum = 0;
  for (const [day, cents] of posted) {
    sum += isDebt ? cents : -cents;
    days.push(day);
    sums.push(sum);
  }
  return (day) => sums[lastIndexUpTo(days, day)] ?? 0;
}

/** Returns the index of the last of the ascending days that is not after `day`, or -1. */
export function lastIndexUpTo(days: readonly number[], day: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Returns the balance at the end of each day; no day may be after `today`. Today's balance is the current one. An
 * earlier balance is carried forward from the last snapshot, or back from the first one, and adjusted for the
 * transactions posted in between. Null if no balance is known.
 */
export function balancesOn(
  history: BalanceHistory,
  days: readonly number[],
  today: number,
): number[] | null {
  const { current } = history;
  const anchors = anchorsOf(history, today);
  const [first] = anchors;
  if (first === undefined) return null;
  const changeUntil = cumulativeChange(history);
  const anchorDays = anchors.map(([day]) => day);
  return days.map((day) => {
    if (day === today && current !== null) return current;
    const [anchorDay, cents] = anchors[lastIndexUpTo(anchorDays, day)] ?? first;
    return cents + changeUntil(day) - changeUntil(anchorDay);
  });
}

/** Returns the balances that others are computed from: the snapshots, or the current balance if there are none. */
export const anchorsOf = (
  { current, snapshots }: BalanceHistory,
  today: number,
): readonly DayAmount[] =>
  snapshots.length > 0 || current === null ? snapshots : [[today, current]];

/** In days. Two opposite unexplained amounts within this time come from one transaction that posted late. */
const maxPostingDelay = 4;

/**
 * Returns the balance change between consecutive snapshots that no posted transaction explains, on the day of the
 * later snapshot. A negative amount means that the balance fell. A transaction that is dated before the day on which it
 * changed the balance causes two amounts that cancel out, which are omitted.
 */
export function unexplainedAmounts(history: BalanceHistory): DayAmount[] {
  const changeUntil = cumulativeChange(history);
  const unexplained: DayAmount[] = [];
  for (const [index, [day, cents]] of history.snapshots.entries()) {
    const previous = history.snapshots[index - 1];
    if (previous === undefined) continue;
    const [previousDay, previousCents] = previous;
    const amount = cents - previousCents - (changeUntil(day) - changeUntil(previousDay));
    if (amount === 0) continue;
    const opposite = unexplained.findLastIndex(
      ([earlier, other]) => other === -amount && day - earlier <= maxPostingDelay,
    );
    if (opposite === -1) unexplained.push([day, amount]);
    else unexplained.splice(opposite, 1);
  }
  return unexplained;
}

const epoch = Temporal.PlainDate.from('1970-01-01');

/** Converts a calendar day to days since 1970-01-01. */
export const toDayNumber = (day: Temporal.PlainDate): number => epoch.until(day).days;

/** Formats days since 1970-01-01 as YYYY-MM-DD. */
export function formatDayNumber(day: number): string {
  const cached = formattedDays.get(day);
  if (cached !== undefined) return cached;
  const text = epoch.add({ days: day }).toString();
  if (formattedDays.size >= maxFormattedDays) formattedDays.clear();
  formattedDays.set(day, text);
  return text;
}

// Cached because histories format the same few hundred days repeatedly, which dominated their response time.
const formattedDays = new Map<number, string>();
const maxFormattedDays = 10_000;
