import type { CallResponse } from '@cairn/contract/calls';
import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { transactionTitle } from '../../../domain/transaction-labels.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import { runUndo, type Undo } from '../changes/run-undo.ts';
import { transactionsCopy } from '../transactions.copy.ts';

type Row = CallResponse<'GET /user/transaction'>;

/** What the user decides about a transaction. */
export type Decision = 'category' | 'inclusion' | 'tags' | 'note' | 'reviewed';

const copy = transactionsCopy.undo;

/** In milliseconds. Longer than for other toasts, because the user has to read this one and decide. */
const timeout = 10_000;

/**
 * Tells the user what was changed about a transaction, with a button that undoes the change. The
 * button still works after the user leaves the screen, because `undo` isn't tied to a component.
 */
export function offerUndo(decision: Decision, changed: Row, undo: Undo): void {
  showToast({
    id: `${decision} ${changed.id}`,
    title: describe[decision](changed),
    description: transactionTitle(changed),
    timeout,
    action: { label: copy.action, shortcut: 'undo', onPress: () => void runUndo(undo) },
  });
}

const describe: Record<Decision, (changed: Row) => string> = {
  category: ({ overridden_category, effective_category }) =>
    formatMessage(overridden_category === null ? copy.categoryReset : copy.categoryChanged, {
      category: categoryLabel(effective_category),
    }),
  inclusion: ({ exclude_transaction }) => (exclude_transaction ? copy.excluded : copy.included),
  tags: ({ tags }) => (tags.length === 0 ? copy.tagsRemoved : copy.tagsChanged),
  note: ({ note }) => (note === null ? copy.noteRemoved : copy.noteSaved),
  reviewed: ({ reviewed }) => (reviewed ? copy.reviewed : copy.notReviewed),
};
