/** Replaces browser storage where it is blocked (private windows, policies), until the page is left. */
const memory = new Map<string, string>();

/** The keys that are read both by the app and by the script that runs before it (first-load/). */
export const storageKeys = {
  /** A token that another program stored for the app to adopt. The app itself never stores a token. */
  adoptableToken: 'jwt_token',
  /** The claims of the signed-in user. */
  session: 'session',
  demoMode: 'demoMode',
  theme: 'theme',
} as const;

/** The key of the setting that turns off shortcuts of a single character. */
export const singleKeyShortcutsKey = 'singleKeyShortcuts';

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

/**
 * Removes what the app remembered about a user in this browser, such as recently used categories. With `includeTab`,
 * also removes what it remembered in this tab, such as a bank whose link isn't finished. Keeps the settings of the
 * device, and the values that the session clears itself.
 */
export function clearUserStorage({ includeTab }: { includeTab: boolean }): void {
  const isKept = (key: string) =>
    key === singleKeyShortcutsKey || Object.values<string>(storageKeys).includes(key);
  try {
    for (const key of Object.keys(localStorage)) if (!isKept(key)) localStorage.removeItem(key);
    if (includeTab) sessionStorage.clear();
  } catch {
    for (const key of memory.keys()) if (!isKept(key)) memory.delete(key);
  }
}

/** Calls `listener` when another tab changes the key or clears the storage. */
export function onStorageChange(key: string, listener: () => void): void {
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) listener();
  });
}
