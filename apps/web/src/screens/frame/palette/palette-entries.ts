import type { LucideIcon } from 'lucide-react';
import { type Searchable, searchLabels } from '../../../domain/label-search.ts';

/** An entry of the command palette: a page, a setting, an item of the user's data, or an action. */
export interface PaletteEntry extends Searchable {
  readonly id: string;
  /** The entry's kind or location, shown beside the label. */
  readonly context: string;
  /** An icon, or a category key for the category's icon. */
  readonly icon: LucideIcon | string;
  /** A path to open, with the state of its history entry if it has one, or a function to run. */
  readonly action: string | { readonly to: string; readonly state: unknown } | (() => void);
  /** True if the entry is shown before anything is typed. */
  readonly suggested: boolean;
}

const maxResults = 30;

/** Finds the entries for a query, best match first. An empty query finds the suggested entries. */
export function findEntries(
  entries: readonly PaletteEntry[],
  query: string,
): readonly PaletteEntry[] {
  if (query.trim() === '') return entries.filter(({ suggested }) => suggested);
  return searchLabels(entries, query).slice(0, maxResults);
}
