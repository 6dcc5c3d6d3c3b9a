import { formatMessage } from '@cairn/contract/text/copy';
import { Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { formatMoney } from '../../platform/formats/formats.ts';
import { AccountName } from '../../ui/account-name.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Money } from '../../ui/money.tsx';
import type { Proof } from './proof.api.ts';
import { proofCopy } from './proof.copy.ts';
import { accountReasonLabel, balanceBasisLabel } from './proof-labels.ts';

/** The balances that add up to a total, and those that it leaves out. */
export function ProofAccounts({ proof }: { proof: Proof }) {
  const { accounts, omitted_accounts, currency } = proof;
  if (accounts.length + omitted_accounts.length === 0) {
    return (
      <EmptyState icon={Wallet} title={proofCopy.balances.emptyTitle}>
        {proofCopy.balances.empty}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label={proofCopy.inThisTotal}>
        {accounts.map((account) => (
          <Line key={account.account_id} account={account} note={noteOf(account)}>
            <span className="whitespace-nowrap">
              {proof.kind === 'changes' && account.counted > 0 && '+'}
              <Money amount={account.counted} {...(currency && { currency })} />
            </span>
          </Line>
        ))}
      </ul>
      {omitted_accounts.length > 0 && (
        <>
          <h3 className="mt-5 mb-1 font-semibold">{proofCopy.leftOut}</h3>
          <ul>
            {omitted_accounts.map(({ reason, account }) => (
              <Line
                key={account.account_id}
                account={account}
                note={`${accountReasonLabel(reason)} · ${institutionOf(account)}`}
              >
                {account.balance === null ? (
                  <span className="text-muted">–</span>
                ) : (
                  <Money
                    amount={account.balance}
                    currency={account.currency}
                    className="text-muted"
                  />
                )}
              </Line>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The bank of a balance, its change, and where a past day's balance comes from. */
function noteOf(account: Proof['accounts'][number]): string {
  const { was, balance, currency, basis } = account;
  return [
    institutionOf(account),
    was !== null &&
      balance !== null &&
      formatMessage(proofCopy.balances.change, {
        before: formatMoney(was, currency),
        after: formatMoney(balance, currency),
      }),
    basis !== null && balanceBasisLabel(basis),
  ]
    .filter((note) => note !== false)
    .join(' · ');
}

type ProvenAccount = Pick<Proof['accounts'][number], 'kind' | 'name' | 'mask' | 'institution_name'>;

/** The institution that holds a balance. An exchange is already the account's name. */
const institutionOf = ({ kind, institution_name }: ProvenAccount): string =>
  kind === 'exchange' ? proofCopy.crypto : institution_name;

function Line({
  account: { kind, name, mask },
  note,
  children,
}: {
  account: ProvenAccount;
  note: string;
  children: React.ReactNode;
}) {
  return (
    <li className="flex items-center justify-between gap-4 py-2.5 not-last:border-b border-line">
      <span className="min-w-0">
        {kind === 'exchange' ? (
          <Link
            to={paths.exchange(name)}
            className="inline-flex min-h-6 max-w-full items-center font-medium underline-offset-4 hover:underline touch:min-h-11"
          >
            <span className="truncate">{name}</span>
          </Link>
        ) : (
          <AccountName name={name} mask={mask} className="font-medium" />
        )}
        <span className="block text-xs text-muted">{note}</span>
      </span>
      {children}
    </li>
  );
}
