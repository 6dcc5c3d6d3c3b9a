import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronDown } from 'lucide-react';
import { Money } from '../../ui/money.tsx';
import { AccountLine } from './account-line.tsx';
import type { SideGroup } from './account-sides.ts';
import { groupLabel } from './account-words.ts';
import { useOpen } from './open-groups.ts';

/** Groups of accounts that open and close, each with its total; which are closed is remembered. */
export function SideGroups({
  groups,
  currency,
  label,
}: {
  groups: readonly SideGroup[];
  currency: string;
  label: string;
}) {
  return (
    <ul aria-label={label}>
      {groups.map((group) => (
        <Group key={group.name} group={group} currency={currency} />
      ))}
    </ul>
  );
}

function Group({ group, currency }: { group: SideGroup; currency: string }) {
  const { name, accounts, total, notCounted } = group;
  const [open, setOpen] = useOpen(name);
  return (
    <li className="border-t border-line">
      <Collapsible.Root open={open} onOpenChange={setOpen}>
        <h3>
          <Collapsible.Trigger className="group flex min-h-12 w-full items-center gap-2 px-5 py-2.5 text-left transition-colors hover:bg-sunken/60 focus-visible:-outline-offset-2 sm:px-6">
            <ChevronDown
              aria-hidden="true"
              className="size-4 shrink-0 -rotate-90 text-muted transition-transform duration-200 group-data-panel-open:rotate-0"
            />
            <span className="min-w-0 grow">
              <span className="block font-medium">{groupLabel(name)}</span>
              {notCounted > 0 && (
                <span className="block text-xs font-normal text-muted">
                  {notCounted === 1 ? '1 account' : `${notCounted} accounts`} not counted
                </span>
              )}
            </span>
            <Money amount={total} currency={currency} className="font-semibold" />
          </Collapsible.Trigger>
        </h3>
        <Collapsible.Panel className="h-(--collapsible-panel-height) overflow-hidden transition-[height] duration-200 ease-out data-ending-style:h-0 data-starting-style:h-0">
          <ul className="pb-2">
            {accounts.map((account) => (
              <AccountLine key={account.account_id} account={account} currency={currency} />
            ))}
          </ul>
        </Collapsible.Panel>
      </Collapsible.Root>
    </li>
  );
}
