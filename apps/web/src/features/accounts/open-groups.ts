import { useState } from 'react';
import { readStored, writeStored } from '../../platform/storage.ts';

const storageKey = 'closedAccountGroups';

/** Which groups are closed is kept in the browser: they stay so at the next visit. */
export function useOpen(name: string): [boolean, (open: boolean) => void] {
  const closed = () => new Set(readStored(storageKey)?.split('\n') ?? []);
  const [open, setOpen] = useState(() => !closed().has(name));
  const change = (next: boolean) => {
    const names = closed();
    if (next) names.delete(name);
    else names.add(name);
    writeStored(storageKey, names.size === 0 ? null : [...names].join('\n'));
    setOpen(next);
  };
  return [open, change];
}
