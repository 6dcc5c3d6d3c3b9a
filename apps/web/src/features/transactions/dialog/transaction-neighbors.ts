/** The two directions of a list. */
export type Direction = 'previous' | 'next';

/** A row's index in a list and the ids of the rows next to it, null at either end. */
export interface Neighbors {
  /** -1 if the row was never in the list. */
  readonly index: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/**
 * Finds the neighbors of a row. A row that left the list (its new category no longer matches the filter)
 * keeps its old neighbors.
 *
 * @param lastIndex The row's last known index, or -1.
 */
export function findNeighbors(
  rows: readonly { readonly id: string }[],
  id: string,
  lastIndex: number,
): Neighbors {
  const found = rows.findIndex((row) => row.id === id);
  const index = found === -1 ? lastIndex : found;
  if (index === -1) return { index, previous: null, next: null };
  return {
    index,
    previous: rows[index - 1]?.id ?? null,
    next: rows[found === -1 ? index : index + 1]?.id ?? null,
  };
}
