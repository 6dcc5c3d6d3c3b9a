import { categoryIcon } from '@cairn/contract/rules/category-icons';
import { centsToMoney } from '../../domain/money/money.ts';

/** Spent in a category in a month, and in the comparable days of the previous month, in cents. */
export interface CategorySpent {
  group: string;
  category: string;
  value: number;
  previous: number;
}

/** The direction of a value compared with the previous one. */
type Trend = 'up' | 'down' | 'flat' | 'new';

interface SpendingRow {
  name: string;
  value: number;
  percentage: number;
  trend: Trend;
  previous: number;
  icon: string;
}

/** A month's spending by group, each with its categories. Amounts are in major units, as in the API. */
export interface SpendingByCategory {
  data: (SpendingRow & { children: SpendingRow[] })[];
  /** Everything spent: the sum of the values minus the refunds. */
  total: number;
  refunds: number;
}

interface CategorySum {
  name: string;
  value: number;
  previous: number;
}

/**
 * Sums categories by group. Groups, and categories within them, have a row if their spending is above 0. The negative
 * spending of other groups is summed as refunds.
 */
export function spendingByCategory(spent: readonly CategorySpent[]): SpendingByCategory {
  const byGroup = [...Map.groupBy(spent, ({ group }) => group)].map(([name, members]) => ({
    ...sumOf(name, members),
    members,
  }));
  const values = byGroup.map(({ value }) => value);
  return {
    data: toRows(byGroup).map((row) => ({
      ...row,
      children: toRows(
        (byGroup.find(({ name }) => name === row.name)?.members ?? []).map((member) =>
          sumOf(member.category, [member]),
        ),
      ),
    })),
    total: centsToMoney(total(values)),
    refunds: centsToMoney(-total(values.filter((value) => value < 0)) || 0),
  };
}

const total = (cents: readonly number[]): number => cents.reduce((sum, amount) => sum + amount, 0);

const sumOf = (name: string, members: readonly CategorySpent[]): CategorySum => ({
  name,
  value: total(members.map(({ value }) => value)),
  previous: total(members.map(({ previous }) => previous)),
});

/** Returns rows for the sums above 0, largest first. */
function toRows(sums: readonly CategorySum[]): SpendingRow[] {
  const positive = sums
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1));
  const percentages = computePercentages(positive.map(({ value }) => value));
  return positive.map(({ name, value, previous }, index) => ({
    name,
    value: centsToMoney(value),
    percentage: percentages[index] ?? 0,
    trend: computeTrend(value, previous),
    previous: centsToMoney(previous),
    icon: categoryIcon(name),
  }));
}

/** Compares two values to the cent. `new` if the previous value is 0. */
export function computeTrend(value: number, previous: number): Trend {
  if (previous === 0) return 'new';
  if (value === previous) return 'flat';
  return value > previous ? 'up' : 'down';
}

/**
 * Returns the shares of positive integers as percentages with one decimal that sum to 100.0, by the largest-remainder
 * method. Ties go to the earlier value.
 */
export function computePercentages(values: readonly number[]): number[] {
  // BigInt, because a thousand times a sum of cents may exceed a double's integer range.
  const amounts = values.map(BigInt);
  const sum = amounts.reduce((all, value) => all + value, 0n);
  if (sum === 0n) return values.map(() => 0);
  const shares = amounts.map((value, index) => ({
    index,
    tenths: Number((value * 1000n) / sum),
    remainder: (value * 1000n) % sum,
  }));
  const missingTenths = 1000 - total(shares.map(({ tenths }) => tenths));
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const share of byRemainder.slice(0, missingTenths)) share.tenths += 1;
  return shares.map(({ tenths }) => tenths / 10);
}
