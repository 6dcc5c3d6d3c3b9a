/** The two directions of a list. */
export type Side = 'previous' | 'next';

/** Where a row stands in a list, and which are beside it; null at an end. */
export interface Neighbours {
  /** -1 where the list never had it. */
  readonly at: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/**
 * The rows beside one in a list. A row that has left the list since (another category, under a filter)
 * keeps its place between those that stood beside it: `lastPlace` is where it was, or -1.
 */
export function neighboursOf(
  rows: readonly { readonly id: string }[],
  id: string,
  lastPlace: number,
): Neighbours {
  const found = rows.findIndex((row) => row.id === id);
  const at = found === -1 ? lastPlace : found;
  if (at === -1) return { at, previous: null, next: null };
  return {
    at,
    previous: rows[at - 1]?.id ?? null,
    next: rows[found === -1 ? at : at + 1]?.id ?? null,
  };
}
