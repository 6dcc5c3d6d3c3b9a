import type { LucideIcon } from 'lucide-react';

/** An entry of the command palette: a page, an item of the user's data, or an action. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  /** The entry's kind or location, shown beside the label and searched as well. */
  readonly note: string;
  /** An icon, or a category key for the category's icon. */
  readonly icon: LucideIcon | string;
  /** A path to open or a function to run. */
  readonly action: string | (() => void);
  /** True if the entry is shown before anything is typed. */
  readonly suggested: boolean;
}

const maxResults = 30;

/** Normalizes text for matching: lower case, without accents. */
const normalize = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Finds the entries for a query, ignoring case and accents. Every word of the query must begin a word
 * of the label or note. Labels that begin with the query rank first, then labels that contain it. An
 * empty query finds the suggested entries.
 */
export function findEntries(
  entries: readonly PaletteEntry[],
  query: string,
): readonly PaletteEntry[] {
  const text = normalize(query.trim());
  if (text === '') return entries.filter(({ suggested }) => suggested);
  const prefixes = text.split(/\s+/);
  const rankOf = ({ label, note }: PaletteEntry): number | null => {
    const name = normalize(label);
    const words = `${name} ${normalize(note)}`.split(/[^\p{L}\p{N}]+/u);
    if (name.startsWith(text)) return 0;
    if (name.includes(text)) return 1;
    return prefixes.every((prefix) => words.some((word) => word.startsWith(prefix))) ? 2 : null;
  };
  return entries
    .flatMap((entry) => {
      const rank = rankOf(entry);
      return rank === null ? [] : [{ entry, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, maxResults)
    .map(({ entry }) => entry);
}
