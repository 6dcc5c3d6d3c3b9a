import { seededRandom } from '../seeded-random.ts';

/** Random choices that a seed determines. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  /** True with a probability. */
  chance(probability: number): boolean;
  /** One of some values. */
  pick<T>(values: readonly T[]): T;
}

/** Creates random choices from a seed. */
export function createRandom(seed: number): Random {
  const next = seededRandom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick<T>(values: readonly T[]): T {
      return values[below(values.length)] as T; // The index is within the list.
    },
  };
}
