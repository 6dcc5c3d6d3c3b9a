/** The two directions of a list. */
export type Side = 'previous' | 'next';

/** A row's index in a list and the ids of the rows next to it, null at either end. */
export interface Neighbours {
  /** -1 if the row was never in the list. */
  readonly at: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/**
 * Finds the neighbors of a row. A row that left the list (its new category no longer matches the filter)
 * keeps its old neighbors.
 *
 * @param lastPlace The row's last known index, or -1.
 */
export function neighboursOf(
  rows: readonly { readonly id: string }[],
  id: string,
  lastPlace: number,
): Neighbours {
  const index = rows.findIndex((row) => row.id === id);
  const at = index === -1 ? lastPlace : index;
  if (at === -1) return { at, previous: null, next: null };
  return {
    at,
    previous: rows[at - 1]?.id ?? null,
    next: rows[index === -1 ? at : at + 1]?.id ?? null,
  };
}
