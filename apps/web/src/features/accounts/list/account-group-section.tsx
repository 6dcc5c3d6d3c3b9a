import { type ReactNode, useState } from 'react';
import { readStored, writeStored } from '../../../platform/browser/storage.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ProvenMoney } from '../../../ui/proven-money.tsx';
import { groupLabel, notCountedNote } from '../account-labels.ts';
import type { BalanceSheetGroup } from './account-sides.ts';

/** The groups that the user closed or opened contrary to their default. */
const storageKeys = { closed: 'closedAccountGroups', open: 'openAccountGroups' };

/**
 * A collapsible group of accounts. The browser remembers whether the user opened or closed the group. The total links
 * to its proof.
 */
export function AccountGroupSection({
  of = 'account_group',
  name,
  total,
  uncountedCount,
  currency,
  defaultOpen = true,
  children,
}: {
  /** The kind of total that the proof is requested for. Passed if the group shows only assets or only debts. */
  of?: BalanceSheetGroup['of'] | 'account_group';
  name: string;
  total: number;
  /** Number of accounts in the group that aren't in the total. */
  uncountedCount: number;
  currency: string;
  /** Whether the group is open until the user opens or closes it. */
  defaultOpen?: boolean;
  children: ReactNode;
}) {
  const [open, setOpen] = useGroupOpen(name, defaultOpen);
  const note = notCountedNote(uncountedCount);
  return (
    <Disclosure
      open={open}
      onOpenChange={setOpen}
      headingClass="pl-5 sm:pl-6"
      heading={
        <span className="min-w-0 grow">
          <span className="block font-medium">{groupLabel(name)}</span>
          {note && <span className="block text-xs font-normal text-muted">{note}</span>}
        </span>
      }
      aside={
        <div className="pr-5 sm:pr-6">
          <ProvenMoney
            of={of}
            totalKey={name}
            amount={total}
            currency={currency}
            className="font-semibold"
          />
        </div>
      }
    >
      {children}
    </Disclosure>
  );
}

type Choice = keyof typeof storageKeys;

const readGroups = (choice: Choice): Set<string> =>
  new Set(readStored(storageKeys[choice])?.split('\n') ?? []);

/** Remembers a choice for a group, or forgets it. */
function storeChoice(choice: Choice, name: string, isChosen: boolean): void {
  const names = readGroups(choice);
  if (isChosen) names.add(name);
  else names.delete(name);
  writeStored(storageKeys[choice], names.size === 0 ? null : [...names].join('\n'));
}

/** Whether a group of accounts is open, and a function that changes that. The browser remembers the user's choice. */
function useGroupOpen(name: string, defaultOpen: boolean): [boolean, (open: boolean) => void] {
  const [chosen, setChosen] = useState<boolean | null>(() => {
    if (readGroups('closed').has(name)) return false;
    return readGroups('open').has(name) ? true : null;
  });
  const change = (open: boolean) => {
    storeChoice('open', name, open);
    storeChoice('closed', name, !open);
    setChosen(open);
  };
  return [chosen ?? defaultOpen, change];
}
