import { mainCurrency, typeLabel } from '../account-labels.ts';
import { type Account, useAccounts } from '../accounts.api.ts';
import { AccountLine } from './account-line.tsx';
import { isDebt } from './account-sides.ts';

/** The accounts of one institution, assets first. Which are counted depends on the main currency of all accounts. */
export function InstitutionAccounts({ accounts }: { accounts: readonly Account[] }) {
  const all = useAccounts().data?.accounts ?? accounts;
  return (
    <ul>
      {[...accounts.filter((account) => !isDebt(account)), ...accounts.filter(isDebt)].map(
        (account) => (
          <AccountLine
            key={account.account_id}
            account={account}
            currency={mainCurrency(all)}
            note={typeLabel(account)}
            mark="type"
          />
        ),
      )}
    </ul>
  );
}
