/**
 * Browser storage that may be closed to us (private windows, policies): then values live as long
 * as the page does, and nothing breaks.
 */
const memory = new Map<string, string>();

/** The stored text, or null. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Stores a text; null removes it. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value === null) memory.delete(key);
    else memory.set(key, value);
  }
}

/** Calls back when another tab changes the key, or clears everything. */
export function onStoredElsewhere(key: string, changed: () => void): void {
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) changed();
  });
}
