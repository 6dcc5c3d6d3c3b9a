import type { ReactNode } from 'react';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import type { SideGroup } from './account-sides.ts';
import { groupLabel, notCountedNote } from './account-words.ts';
import { useOpen } from './open-groups.ts';

/**
 * A group of accounts: its name opens and closes it, which is remembered; its total opens what it is
 * made of.
 */
export function AccountGroupSection({
  of = 'account_group',
  name,
  total,
  notCounted,
  currency,
  children,
}: {
  /** What its total is of, where it is only one side of the balance sheet. */
  of?: SideGroup['of'];
  name: string;
  total: number;
  /** How many of its accounts are not in the total. */
  notCounted: number;
  currency: string;
  /** Its accounts. */
  children: ReactNode;
}) {
  const [open, setOpen] = useOpen(name);
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
