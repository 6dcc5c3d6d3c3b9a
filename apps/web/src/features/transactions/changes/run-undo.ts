import { ApiError } from '../../../platform/api/api-error.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import { transactionsCopy } from '../transactions.copy.ts';

/** Undoes a change. Fails with `changed_since` if something was changed again later, unless `force` is given. */
export type Undo = (options: { force: boolean }) => Promise<unknown>;

const copy = transactionsCopy.undo;

/** True if an undo was rejected because it would replace a later change. */
export const isChangedSince = (error: Error): boolean =>
  error instanceof ApiError && error.code === 'changed_since';

/** Undoes a change and shows the outcome as a toast. Asks in the toast before it replaces a later change. */
export async function runUndo(undo: Undo, { force } = { force: false }): Promise<void> {
  try {
    await undo({ force });
    showToast({ id: 'undone', title: copy.done });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const mayForce = isChangedSince(error);
    showToast({
      id: 'undone',
      ...(!mayForce && { tone: 'danger' }),
      title: mayForce ? copy.changedSince : copy.failed,
      description: mayForce ? copy.forceNote : error.message,
      ...(mayForce && {
        timeout: 10_000,
        action: { label: copy.force, onPress: () => void runUndo(undo, { force: true }) },
      }),
    });
  }
}
