import { useMemo, useState, useSyncExternalStore } from 'react';
import { onStorageChange, readStored, writeStored } from '../../platform/browser/storage.ts';
import { getSession } from '../../platform/session/session.ts';

/** Stores the user's ID and the category keys, one per line. Other users of the browser don't see them. */
const storageKey = 'recentCategories';
const maxRemembered = 5;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

onStorageChange(storageKey, notify);

const currentUser = (): string => getSession()?.claims.id ?? '';
const readText = (): string => readStored(storageKey) ?? '';

function parse(text: string): readonly string[] {
  const [user, ...keys] = text.split('\n');
  return user === currentUser() ? keys : [];
}

/** The keys of the categories and groups that the user picked last in this browser, newest first. */
export const readRecentCategories = (): readonly string[] => parse(readText());

/** Remembers a category or group that the user picked. */
export function rememberCategory(key: string): void {
  const others = readRecentCategories().filter((other) => other !== key);
  writeStored(storageKey, [currentUser(), key, ...others].slice(0, maxRemembered + 1).join('\n'));
  notify();
}

/**
 * The recently picked categories. While `frozen` they don't change, so that an open list doesn't move
 * under the pointer.
 */
export function useRecentCategories({ frozen }: { frozen: boolean }): readonly string[] {
  const latest = useSyncExternalStore(subscribe, readText);
  const [shown, setShown] = useState(latest);
  if (!frozen && shown !== latest) setShown(latest);
  return useMemo(() => parse(shown), [shown]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
