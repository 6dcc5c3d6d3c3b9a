import { iconOfCategory } from '@cairn/contract/taxonomy';
import { centsOnWire } from '../../domain/money.ts';

/** What a category came to, in cents: in a month, and in the same days of the month before. */
export interface CategorySpent {
  group: string;
  category: string;
  value: number;
  previous: number;
}

/** How a value stands against the one before. */
type Trend = 'up' | 'down' | 'flat' | 'new';

interface Row {
  name: string;
  value: number;
  percentage: number;
  trend: Trend;
  previous: number;
  icon: string;
}

/** A month's spending by group, each with its categories. Money in major units, as the wire has it. */
export interface SpendingByCategory {
  data: (Row & { children: Row[] })[];
  /** Everything spent: the sum of the values less the refunds. */
  total: number;
  refunds: number;
}

interface Sum {
  name: string;
  value: number;
  previous: number;
}

/**
 * Adds categories up to groups. A group, and a category within its group, is a row where what was spent in
 * it is above 0; groups that brought more back than they took are the refunds.
 */
export function spendingByCategory(spent: readonly CategorySpent[]): SpendingByCategory {
  const byGroup = [...Map.groupBy(spent, ({ group }) => group)].map(([name, members]) => ({
    ...sumOf(name, members),
    members,
  }));
  const values = byGroup.map(({ value }) => value);
  return {
    data: rowsOf(byGroup).map((row) => ({
      ...row,
      children: rowsOf(
        (byGroup.find(({ name }) => name === row.name)?.members ?? []).map((member) =>
          sumOf(member.category, [member]),
        ),
      ),
    })),
    total: centsOnWire(total(values)),
    refunds: centsOnWire(-total(values.filter((value) => value < 0)) || 0),
  };
}

const total = (cents: readonly number[]): number => cents.reduce((sum, each) => sum + each, 0);

const sumOf = (name: string, members: readonly CategorySpent[]): Sum => ({
  name,
  value: total(members.map(({ value }) => value)),
  previous: total(members.map(({ previous }) => previous)),
});

/** Those above 0, largest first. */
function rowsOf(sums: readonly Sum[]): Row[] {
  const shown = sums
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1));
  const percentages = percentagesOf(shown.map(({ value }) => value));
  return shown.map(({ name, value, previous }, index) => ({
    name,
    value: centsOnWire(value),
    percentage: percentages[index] ?? 0,
    trend: trendOf(value, previous),
    previous: centsOnWire(previous),
    icon: iconOfCategory(name),
  }));
}

/** Against the month before, to the cent. Where that had nothing, the spending is new. */
export function trendOf(value: number, previous: number): Trend {
  if (previous === 0) return 'new';
  if (value === previous) return 'flat';
  return value > previous ? 'up' : 'down';
}

/**
 * Shares of whole amounts above 0 in percent with one decimal that sum to 100.0: each is rounded down to a
 * tenth, and the tenths that are missing go to the largest remainders, the earlier ones among equals.
 */
export function percentagesOf(values: readonly number[]): number[] {
  // A thousand times a sum of cents may be more than a double can hold exactly.
  const whole = values.map(BigInt);
  const sum = whole.reduce((all, value) => all + value, 0n);
  if (sum === 0n) return values.map(() => 0);
  const shares = whole.map((value, index) => ({
    index,
    tenths: Number((value * 1000n) / sum),
    remainder: (value * 1000n) % sum,
  }));
  const missing = 1000 - total(shares.map(({ tenths }) => tenths));
  const largest = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const share of largest.slice(0, missing)) share.tenths += 1;
  return shares.map(({ tenths }) => tenths / 10);
}
