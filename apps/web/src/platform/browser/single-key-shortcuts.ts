import { useSyncExternalStore } from 'react';
import {
  onStorageChange,
  readStored,
  singleKeyShortcutsKey as storageKey,
  writeStored,
} from './storage.ts';

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};
const areOn = (): boolean => readStored(storageKey) !== 'off';

onStorageChange(storageKey, notify);

/**
 * Turns the shortcuts of a single character on or off in this browser. Speech input may trigger them by
 * accident, so WCAG 2.1.4 requires a way to turn them off.
 */
export function setSingleKeyShortcuts(on: boolean): void {
  writeStored(storageKey, on ? null : 'off');
  notify();
}

/** True if shortcuts of a single character are on. */
export function useSingleKeyShortcuts(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, areOn);
}

/**
 * True if a key press is a shortcut of a single character: these shortcuts are on, the key has no modifier except
 * Shift, and it is not typed into a field or a dialog.
 */
export function isSingleKeyShortcut(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || !areOn()) return false;
  const { target } = event;
  const isField =
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  return !isField && document.querySelector('[role="dialog"]') === null;
}
