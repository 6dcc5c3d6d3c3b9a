import { textFields } from './typing.ts';

/** The handlers of the shortcut, the current one last. */
let handlers: (() => void)[] = [];

/**
 * Calls `undo` for Ctrl+Z or Cmd+Z outside text fields, where the keys undo typing. The handler that was added last is
 * called. Returns the function that removes it.
 */
export function onUndoShortcut(undo: () => void): () => void {
  // The event is captured, because dialogs may stop the propagation of keys.
  if (handlers.length === 0) document.addEventListener('keydown', handleKeyDown, { capture: true });
  // A copy, so that the same function can be added twice.
  const handler = () => undo();
  handlers.push(handler);
  return () => {
    handlers = handlers.filter((one) => one !== handler);
    if (handlers.length === 0)
      document.removeEventListener('keydown', handleKeyDown, { capture: true });
  };
}

function handleKeyDown(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
  const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey;
  if (!isUndo || (target instanceof Element && target.matches(textFields))) return;
  event.preventDefault();
  // A held key must not undo one change after another.
  if (!event.repeat) handlers.at(-1)?.();
}
