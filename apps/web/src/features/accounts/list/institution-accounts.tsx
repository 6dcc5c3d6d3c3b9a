import { mainCurrency, typeLabel } from '../account-labels.ts';
import { type Account, useAccounts } from '../accounts.api.ts';
import { AccountLine } from './account-line.tsx';

/** The accounts of one institution. Which of them count depends on the main currency of all accounts. */
export function InstitutionAccounts({ accounts }: { accounts: readonly Account[] }) {
  const all = useAccounts().data?.accounts ?? accounts;
  return (
    <ul>
      {accounts.map((account) => (
        <AccountLine
          key={account.account_id}
          account={account}
          currency={mainCurrency(all)}
          note={typeLabel(account)}
          mark="type"
        />
      ))}
    </ul>
  );
}
