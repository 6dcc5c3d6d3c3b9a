import { maxTagsPerTransaction } from '@cairn/contract/rules/annotation-limits';
import type { SomeValues, UserValues } from './user-values.ts';

/** How to change many transactions alike. Omitted fields don't change. */
export interface BulkEdit {
  /** A category's key. Null removes the override. */
  category?: string | null;
  /** Ids of tags. */
  add_tags?: readonly string[];
  remove_tags?: readonly string[];
  /** Null removes the note. */
  note?: string | null;
  excluded?: boolean;
  reviewed?: boolean;
}

/**
 * Returns the values that a transaction gets from an edit. A transaction that would have too many tags keeps its own.
 */
export function editedValues(
  { tags }: Pick<UserValues, 'tags'>,
  { add_tags = [], remove_tags = [], ...values }: BulkEdit,
): SomeValues {
  if (add_tags.length === 0 && remove_tags.length === 0) return values;
  const kept = tags.filter((tag) => !remove_tags.includes(tag));
  const edited = [...new Set([...kept, ...add_tags])].sort();
  return { ...values, tags: edited.length > maxTagsPerTransaction ? tags : edited };
}
