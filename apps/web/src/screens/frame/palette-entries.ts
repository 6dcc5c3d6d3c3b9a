import type { LucideIcon } from 'lucide-react';

/** One thing that the palette finds: a place to go to, or something to do. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  /** What kind of thing it is, or where it is: told beside it, and found by it too. */
  readonly note: string;
  /** Its picture: an icon, or the key of the category whose icon it has. */
  readonly icon: LucideIcon | string;
  /** What choosing it does: an address, or something else. */
  readonly act: string | (() => void);
  /** Whether it is offered before anything is typed. */
  readonly offered: boolean;
}

/** More than these are not read through. */
const mostFound = 30;

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The entries in which every typed word begins a word, of label or note, whatever its case and accents; first
 * those whose label begins with what is typed, then those with all of it in the label. Nothing typed: what is offered.
 */
export function entriesMatching(
  entries: readonly PaletteEntry[],
  typed: string,
): readonly PaletteEntry[] {
  const text = plain(typed.trim());
  if (text === '') return entries.filter(({ offered }) => offered);
  const wanted = text.split(/\s+/);
  const rankOf = ({ label, note }: PaletteEntry): number | null => {
    const name = plain(label);
    const words = `${name} ${plain(note)}`.split(/[^\p{L}\p{N}]+/u);
    if (name.startsWith(text)) return 0;
    if (name.includes(text)) return 1;
    return wanted.every((start) => words.some((word) => word.startsWith(start))) ? 2 : null;
  };
  return entries
    .flatMap((entry) => {
      const rank = rankOf(entry);
      return rank === null ? [] : [{ entry, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, mostFound)
    .map(({ entry }) => entry);
}
