import type { WorthHistory } from './networth.api.ts';

/** One group of the net worth as a band of the chart. */
export interface WorthBand {
  readonly group: string;
  readonly isDebt: boolean;
  /** A CSS colour; two of a side that lie side by side differ in hue. */
  readonly colour: string;
  /** What it held or owed at each point. */
  readonly sums: readonly number[];
  /** From where to where it reaches at each point; below zero is owed. */
  readonly spans: readonly (readonly [low: number, high: number])[];
}

// What is had in cold hues and what is owed in warm ones, neighbours far apart.
const hues = { assets: [15, 2, 14, 4, 12, 3, 1, 6], debts: [10, 9, 5, 7, 8, 11] };

/**
 * The groups of a history stacked on each other from zero, assets upwards and debts downwards. What is overdrawn
 * goes down with the debts, and a card that was paid too much goes up.
 */
export function stackedBands({
  groups,
  points,
}: Pick<WorthHistory, 'groups' | 'points'>): WorthBand[] {
  const ends = points.map(() => ({ up: 0, down: 0 }));
  return groups.map(({ group, is_debt: isDebt }, place) => {
    const sums = points.map((point) => point.groups[place] ?? 0);
    return {
      group,
      isDebt,
      colour: colourOf(groups, place),
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

function colourOf(groups: WorthHistory['groups'], place: number): string {
  const isDebt = groups[place]?.is_debt ?? false;
  const ofSide = isDebt ? hues.debts : hues.assets;
  const before = groups.slice(0, place).filter(({ is_debt }) => is_debt === isDebt).length;
  return `var(--category-${ofSide[before % ofSide.length]})`;
}
