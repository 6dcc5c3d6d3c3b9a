import type { ProofOf } from '@cairn/contract/proof';
import { formatMessage } from '@cairn/contract/text/copy';
import { Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { formatMoney } from '../../platform/formats/formats.ts';
import { AccountName } from '../../ui/account-name.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Money } from '../../ui/money.tsx';
import { proofCopy } from './proof.copy.ts';
import { accountReasonLabel, balanceBasisLabel, changeBasisLabel } from './proof-labels.ts';

/** The balances that add up to a total, and those that it leaves out. */
export function ProofBalances({ proof }: { proof: ProofOf<'balances'> }) {
  const { accounts, omitted_accounts, currency } = proof;
  if (accounts.length + omitted_accounts.length === 0) return <NoAccounts />;
  return (
    <>
      <ul aria-label={proofCopy.inThisTotal}>
        {accounts.map((account) => (
          <Line
            key={account.account_id}
            account={account}
            note={noteOf(institutionOf(account), basisOf(account))}
          >
            <span className="whitespace-nowrap">
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
                note={noteOf(accountReasonLabel(reason), institutionOf(account))}
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

/** The changes of balances that add up to a total. */
export function ProofChanges({ proof }: { proof: ProofOf<'changes'> }) {
  const { accounts, omitted_accounts, currency } = proof;
  if (accounts.length + omitted_accounts.length === 0) return <NoAccounts />;
  return (
    <>
      <ul aria-label={proofCopy.inThisTotal}>
        {accounts.map((account) => (
          <Line
            key={account.account_id}
            account={account}
            note={noteOf(institutionOf(account), changeOf(account), changeBasisLabel(account))}
          >
            <span className="whitespace-nowrap">
              {account.counted > 0 && '+'}
              <Money amount={account.counted} {...(currency && { currency })} />
            </span>
          </Line>
        ))}
      </ul>
      {omitted_accounts.length > 0 && (
        <>
          <h3 className="mt-5 mb-1 font-semibold">{proofCopy.leftOut}</h3>
          <ul>
            {omitted_accounts.map((account) => (
              <Line
                key={account.account_id}
                account={account}
                note={noteOf(proofCopy.accountReasons.estimatedChange, institutionOf(account))}
              >
                <span className="text-muted">–</span>
              </Line>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function NoAccounts() {
  return (
    <EmptyState icon={Wallet} title={proofCopy.balances.emptyTitle}>
      {proofCopy.balances.empty}
    </EmptyState>
  );
}

type CountedAccount = ProofOf<'balances'>['accounts'][number];
type ProvenAccount = Pick<CountedAccount, 'kind' | 'name' | 'mask' | 'institution_name'>;

const noteOf = (...parts: (string | null)[]): string =>
  parts.filter((part) => part !== null).join(' · ');

/** The balances before and after a change. */
const changeOf = ({ was, balance, currency }: ProofOf<'changes'>['accounts'][number]): string =>
  formatMessage(proofCopy.balances.change, {
    before: formatMoney(was, currency),
    after: formatMoney(balance, currency),
  });

/** Where the balance of a past day comes from. Null for a current balance. */
const basisOf = ({ basis }: CountedAccount): string | null =>
  basis === null ? null : balanceBasisLabel(basis);

/** The account's institution. Crypto is already named after the exchange, so it is only labeled as crypto. */
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
