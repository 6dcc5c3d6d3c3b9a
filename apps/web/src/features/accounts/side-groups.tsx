import { Collapsible } from '@base-ui/react/collapsible';
import { AccountGroupHead } from './account-group-head.tsx';
import { AccountLine } from './account-line.tsx';
import type { SideGroup } from './account-sides.ts';
import { notCountedNote } from './account-words.ts';
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
  const note = notCountedNote(notCounted);
  return (
    <li className="border-t border-line">
      <Collapsible.Root open={open} onOpenChange={setOpen}>
        <AccountGroupHead name={name} total={total} currency={currency} note={note} />
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
