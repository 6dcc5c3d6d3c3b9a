import { Disclosure } from '../../ui/disclosure.tsx';
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
      <Disclosure
        open={open}
        onOpenChange={setOpen}
        headingClass="px-5 sm:px-6"
        heading={
          <>
            <span className="min-w-0 grow">
              <span className="block font-medium">{groupLabel(name)}</span>
              {notCounted > 0 && (
                <span className="block text-xs font-normal text-muted">
                  {notCounted === 1 ? '1 account' : `${notCounted} accounts`} not counted
                </span>
              )}
            </span>
            <Money amount={total} currency={currency} className="font-semibold" />
          </>
        }
      >
        <ul className="pb-2">
          {accounts.map((account) => (
            <AccountLine key={account.account_id} account={account} currency={currency} />
          ))}
        </ul>
      </Disclosure>
    </li>
  );
}
