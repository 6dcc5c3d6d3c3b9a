import type { CallResponse } from '@cairn/contract/calls';
import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { transactionTitle } from '../../../domain/transaction-labels.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import { transactionsCopy } from '../transactions.copy.ts';

type Row = CallResponse<'GET /user/transaction'>;

const copy = transactionsCopy.undo;

/** In milliseconds. Longer than for other toasts, because the user has to read this one and decide. */
const timeout = 10_000;

/**
 * Tells the user that a transaction's category or inclusion was changed, with a button that undoes the change. The
 * button still works after the user leaves the screen, because `undo` isn't tied to a component.
 */
export function offerUndo(
  kind: 'category' | 'inclusion',
  changed: Row,
  undo: () => Promise<unknown>,
): void {
  showToast({
    id: `${kind} ${changed.id}`,
    title: kind === 'category' ? describeCategory(changed) : describeInclusion(changed),
    description: transactionTitle(changed),
    timeout,
    action: {
      label: copy.action,
      shortcut: 'undo',
      onPress: () =>
        void undo().then(
          () => showToast({ id: 'undone', title: copy.done }),
          (error: Error) =>
            showToast({ tone: 'danger', title: copy.failed, description: error.message }),
        ),
    },
  });
}

const describeCategory = ({ overridden_category, effective_category }: Row): string =>
  formatMessage(overridden_category === null ? copy.categoryReset : copy.categoryChanged, {
    category: categoryLabel(effective_category),
  });

const describeInclusion = ({ exclude_transaction }: Row): string =>
  exclude_transaction ? copy.excluded : copy.included;
