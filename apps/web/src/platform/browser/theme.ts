import { useSyncExternalStore } from 'react';
import { onStorageChange, readStored, storageKeys, writeStored } from './storage.ts';

/** The user's choice; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const storageKey = storageKeys.theme;
const listeners = new Set<() => void>();

function read(): Theme {
  const stored = readStored(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function apply(): void {
  const theme = read();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

onStorageChange(storageKey, apply);

/** Sets the theme in every tab. */
export function setTheme(theme: Theme): void {
  writeStored(storageKey, theme === 'system' ? null : theme);
  apply();
}

/** The current theme choice. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
}
