import { isInGroup } from './known-history.ts';
import type { NetWorthHistory } from './networth.api.ts';

/** One account group as a band of the chart. */
export interface NetWorthBand {
  readonly group: string;
  readonly isDebt: boolean;
  /** A CSS color, different from those of the other bands. */
  readonly color: string;
  /** The balance or the debt at each point. */
  readonly sums: readonly number[];
  /** Whether the balance of any of its accounts is estimated at each point. */
  readonly estimated: readonly boolean[];
  /** Whether the balances of all of its accounts are estimated at each point. */
  readonly unknown: readonly boolean[];
  /** The lower and upper edge at each point. Values below zero are debts. */
  readonly spans: readonly (readonly [low: number, high: number])[];
}

const bandColors: { assets: readonly number[]; debts: readonly number[] } = {
  assets: [1, 2, 3, 4, 5, 6, 7, 8],
  debts: [9, 10, 11, 12, 13],
};

/** The colors of common groups, so that a group has the same color whatever other groups a user has. */
const usualColors: Record<string, number> = {
  checking: 1,
  savings: 2,
  brokerage: 3,
  '401k': 4,
  ira: 5,
  crypto: 6,
  'money market': 7,
  'credit card': 9,
  mortgage: 10,
  student: 11,
  auto: 12,
};

/**
 * Stacks the groups of a history from zero: assets up, debts down. An overdrawn asset stacks down with the
 * debts, and an overpaid debt stacks up with the assets.
 */
export function stackBands({
  groups,
  points,
  accounts,
}: Pick<NetWorthHistory, 'groups' | 'points' | 'accounts'>): NetWorthBand[] {
  const extents = points.map(() => ({ up: 0, down: 0 }));
  const colors = colorsOf(groups);
  return groups.map((historyGroup, groupIndex) => {
    const { group, is_debt: isDebt } = historyGroup;
    const members = accounts.filter((account) => isInGroup(account, historyGroup));
    const sums = points.map((point) => point.groups[groupIndex] ?? 0);
    return {
      group,
      isDebt,
      color: colors[groupIndex] ?? '',
      sums,
      estimated: points.map((_, index) =>
        members.some(({ kinds }) => kinds[index] === 'estimated'),
      ),
      unknown: points.map((_, index) => members.every(({ kinds }) => kinds[index] === 'estimated')),
      spans: sums.map((sum, index) => {
        const extent = extents[index] ?? { up: 0, down: 0 };
        const value = isDebt ? -sum : sum;
        if (value >= 0) {
          extent.up += value;
          return [extent.up - value, extent.up] as const;
        }
        extent.down += value;
        return [extent.down, extent.down - value] as const;
      }),
    };
  });
}

/** Returns a CSS color per group: its usual color, otherwise the next color of its side that no other group has. */
function colorsOf(groups: NetWorthHistory['groups']): string[] {
  const colorsOfSide = (isDebt: boolean) => (isDebt ? bandColors.debts : bandColors.assets);
  const chosen = groups.map(({ group, is_debt }) => {
    const usual = usualColors[group];
    return usual !== undefined && colorsOfSide(is_debt).includes(usual) ? usual : null;
  });
  const colors: number[] = [];
  for (const [index, { is_debt }] of groups.entries()) {
    const sideColors = colorsOfSide(is_debt);
    const taken = [...chosen, ...colors];
    const free = sideColors.find((color) => !taken.includes(color));
    colors.push(chosen[index] ?? free ?? sideColors[index % sideColors.length] ?? 0);
  }
  return colors.map((color) => `var(--band-${color})`);
}
