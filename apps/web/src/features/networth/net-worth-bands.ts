import type { NetWorthHistory } from './networth.api.ts';

/** One account group as a band of the chart. */
export interface NetWorthBand {
  readonly group: string;
  readonly isDebt: boolean;
  /** A CSS color. Neighboring bands of one side differ in hue. */
  readonly color: string;
  /** The balance or the debt at each point. */
  readonly sums: readonly number[];
  /** The lower and upper edge at each point. Values below zero are debts. */
  readonly spans: readonly (readonly [low: number, high: number])[];
}

// Cold hues for assets and warm ones for debts, ordered so that neighbors differ clearly.
const hues = { assets: [15, 2, 14, 4, 12, 3, 1, 6], debts: [10, 9, 5, 7, 8, 11] };

/**
 * Stacks the groups of a history from zero: assets up, debts down. An overdrawn asset stacks down with the
 * debts, and an overpaid debt stacks up with the assets.
 */
export function stackBands({
  groups,
  points,
}: Pick<NetWorthHistory, 'groups' | 'points'>): NetWorthBand[] {
  const ends = points.map(() => ({ up: 0, down: 0 }));
  return groups.map(({ group, is_debt: isDebt }, groupIndex) => {
    const sums = points.map((point) => point.groups[groupIndex] ?? 0);
    return {
      group,
      isDebt,
      color: colorOf(groups, groupIndex),
      sums,
      spans: sums.map((sum, index) => {
        const end = ends[index] ?? { up: 0, down: 0 };
        const value = isDebt ? -sum : sum;
        if (value >= 0) {
          end.up += value;
          return [end.up - value, end.up] as const;
        }
        end.down += value;
        return [end.down, end.down - value] as const;
      }),
    };
  });
}

function colorOf(groups: NetWorthHistory['groups'], groupIndex: number): string {
  const isDebt = groups[groupIndex]?.is_debt ?? false;
  const sideHues = isDebt ? hues.debts : hues.assets;
  const sideIndex = groups.slice(0, groupIndex).filter(({ is_debt }) => is_debt === isDebt).length;
  return `var(--category-${sideHues[sideIndex % sideHues.length]})`;
}
