import { useSyncExternalStore } from 'react';
import { onStorageChange, readStored, storageKeys, writeStored } from './browser/storage.ts';

const storageKey = storageKeys.demoMode;
const listeners = new Set<() => void>();
let current = read();

function read(): boolean {
  return readStored(storageKey) === 'true';
}

function reload(): void {
  const next = read();
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

onStorageChange(storageKey, reload);

/** True while the app shows the demo's data. */
export function isDemoMode(): boolean {
  return current;
}

/** Turns demo mode on or off in every tab. The query cache clears itself (query-client.ts). */
export function setDemoMode(on: boolean): void {
  writeStored(storageKey, String(on));
  reload();
}

/** Calls `listener` when demo mode is switched. Returns the function that unsubscribes. */
export function onDemoModeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while demo mode is on. */
export function useDemoMode(): boolean {
  return useSyncExternalStore(onDemoModeChange, isDemoMode);
}
