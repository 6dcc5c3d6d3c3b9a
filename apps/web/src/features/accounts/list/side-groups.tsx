import { AccountGroupSection } from './account-group-section.tsx';
import { AccountLine } from './account-line.tsx';
import type { BalanceSheetGroup } from './account-sides.ts';

/** Collapsible groups of accounts, each with its total. Closed groups are remembered. */
export function SideGroups({
  groups,
  currency,
  label,
}: {
  groups: readonly BalanceSheetGroup[];
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

function Group({ group, currency }: { group: BalanceSheetGroup; currency: string }) {
  const { of, name, accounts, total, uncountedCount } = group;
  return (
    <li className="border-t border-line">
      <AccountGroupSection
        of={of}
        name={name}
        total={total}
        uncountedCount={uncountedCount}
        currency={currency}
      >
        <ul className="pb-2">
          {accounts.map((account) => (
            <AccountLine key={account.account_id} account={account} currency={currency} />
          ))}
        </ul>
      </AccountGroupSection>
    </li>
  );
}
