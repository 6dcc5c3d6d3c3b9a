import { useState } from 'react';
import { readStored, writeStored } from '../../../platform/browser/storage.ts';

const storageKey = 'closedAccountGroups';

/** Whether a group of accounts is open. Closed groups are remembered in the browser. */
export function useGroupOpen(name: string): [boolean, (open: boolean) => void] {
  const readClosed = () => new Set(readStored(storageKey)?.split('\n') ?? []);
  const [open, setOpen] = useState(() => !readClosed().has(name));
  const change = (next: boolean) => {
    const names = readClosed();
    if (next) names.delete(name);
    else names.add(name);
    writeStored(storageKey, names.size === 0 ? null : [...names].join('\n'));
    setOpen(next);
  };
  return [open, change];
}
