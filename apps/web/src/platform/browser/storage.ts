/**
 * Values for when browser storage is blocked (private windows, policies). They live as long as the
 * page does.
 */
const memory = new Map<string, string>();

/** The keys that are read both by the app and by the script that runs before it (first-load/). */
export const storageKeys = {
  /** A token that another program put there for the app to adopt. The app itself never stores one. */
  adoptableToken: 'jwt_token',
  /** The claims of the signed-in user. */
  session: 'session',
  demoMode: 'demoMode',
  theme: 'theme',
} as const;

/** The stored value, or null. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Stores a value; null removes it. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value === null) memory.delete(key);
    else memory.set(key, value);
  }
}

/** Calls `listener` when another tab changes the key or clears the storage. */
export function onStorageChange(key: string, listener: () => void): void {
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) listener();
  });
}
