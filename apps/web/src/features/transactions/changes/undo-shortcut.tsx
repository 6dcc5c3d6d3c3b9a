import { useEffect } from 'react';
import { onUndoShortcut } from '../../../platform/browser/undo-shortcut.ts';
import { isDemoMode } from '../../../platform/demo-mode.ts';
import { showReadOnlyToast } from '../../../ui/overlay/toast.ts';
import { undoLastChange } from './changes.api.ts';

/**
 * Undoes the newest change with Ctrl+Z or Cmd+Z. A toast that offers to undo something takes precedence, because it
 * is mounted later. Renders nothing.
 */
export function UndoShortcut() {
  useEffect(() => {
    let isUndoing = false;
    return onUndoShortcut(() => {
      if (isDemoMode()) return showReadOnlyToast();
      // The next press must find the change that this one undoes marked as undone.
      if (isUndoing) return;
      isUndoing = true;
      void undoLastChange().finally(() => {
        isUndoing = false;
      });
    });
  }, []);
  return null;
}
