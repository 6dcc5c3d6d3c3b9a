import { type ReactNode, useState } from 'react';
import { readStored, writeStored } from '../../../platform/browser/storage.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ProvenMoney } from '../../../ui/proven-money.tsx';
import { groupLabel, notCountedNote } from '../account-labels.ts';
import type { BalanceSheetGroup } from './account-sides.ts';

const storageKey = 'closedAccountGroups';

/**
 * A collapsible group of accounts. Whether it is open is remembered in the browser; its total links to
 * its proof.
 */
export function AccountGroupSection({
  of = 'account_group',
  name,
  total,
  notCounted,
  currency,
  children,
}: {
  /** The total that the proof is requested for, if the group shows only assets or only debts. */
  of?: BalanceSheetGroup['of'] | 'account_group';
  name: string;
  total: number;
  /** Number of its accounts that aren't in the total. */
  notCounted: number;
  currency: string;
  children: ReactNode;
}) {
  const [open, setOpen] = useGroupOpen(name);
  const note = notCountedNote(notCounted);
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

/** Whether a group of accounts is open. Closed groups are remembered in the browser. */
function useGroupOpen(name: string): [boolean, (open: boolean) => void] {
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
