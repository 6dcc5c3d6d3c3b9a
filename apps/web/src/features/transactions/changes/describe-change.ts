import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { transactionsCopy } from '../transactions.copy.ts';
import type { Change } from './changes.api.ts';

const copy = transactionsCopy.changes;

/** The name of what a change changed: a transaction, or the first one and how many others. */
export function changeTitle({ count, examples: [first] }: Change): string {
  // The change is still to be applied to all of its transactions.
  if (first === undefined) return formatPlural(count, transactionsCopy.totals.count);
  const name = first.name ?? copy.deleted;
  return count === 1
    ? name
    : formatMessage(copy.titleAndMore, { name, more: formatPlural(count - 1, copy.more) });
}

/**
 * What a change did, one text per field, by its first transaction.
 *
 * @param tagNames The names of the user's tags by id. A tag without a name was deleted.
 */
export function changeDetails(
  { examples: [first] }: Change,
  tagNames: ReadonlyMap<string, string>,
): string[] {
  const { category, tags, note, excluded, reviewed } = first?.after ?? {};
  const { undo } = transactionsCopy;
  const nameOf = (id: string) => tagNames.get(id) ?? copy.deletedTag;
  return [
    category === null && copy.categoryReset,
    category && formatMessage(undo.categoryChanged, { category: categoryLabel(category) }),
    tags?.length === 0 && undo.tagsRemoved,
    tags?.length && formatMessage(copy.tagsChanged, { tags: tags.map(nameOf).join(', ') }),
    note === null && undo.noteRemoved,
    note && formatMessage(copy.noteChanged, { note }),
    excluded !== undefined && (excluded ? undo.excluded : undo.included),
    reviewed !== undefined && (reviewed ? undo.reviewed : undo.notReviewed),
  ].filter((text) => typeof text === 'string');
}

/** True if a change can be undone: it is in effect, and at least one of its transactions still exists. */
export const canUndo = ({ undone_by, count, examples }: Change): boolean =>
  undone_by === null && (count > examples.length || examples.some(({ name }) => name !== null));
