import { readStored, writeStored } from '../../platform/browser/storage.ts';
import { getSession } from '../../platform/session/session.ts';

/** Holds the user's id and the keys, one per line. Another user of the browser starts without any. */
const storageKey = 'recentCategories';
const maxRemembered = 5;

const currentUser = (): string => getSession()?.claims.id ?? '';

/** The keys of the categories and groups that the user picked last in this browser, newest first. */
export function readRecentCategories(): readonly string[] {
  const [user, ...keys] = readStored(storageKey)?.split('\n') ?? [];
  return user === currentUser() ? keys : [];
}

/** Remembers a category or group that the user picked. */
export function rememberCategory(key: string): void {
  const others = readRecentCategories().filter((other) => other !== key);
  writeStored(storageKey, [currentUser(), key, ...others].slice(0, maxRemembered + 1).join('\n'));
}
