import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { AccountPanel } from '../features/accounts/account-panel.tsx';
import { AccountProducts, useProductsSettled } from '../features/accounts/account-products.tsx';
import { useAccountHistory } from '../features/accounts/accounts.api.ts';
import { AccountTransactions } from '../features/transactions/account-transactions.tsx';
import { paths } from '../paths.ts';
import { PageTitle } from '../ui/page-title.tsx';

/** One account: its balance over time, what its bank says besides, and its transactions. */
export function Component() {
  const { accountId = '' } = useParams();
  const account = useAccountHistory(accountId).data?.details;
  const settled = useProductsSettled(accountId);
  return (
    <>
      <PageTitle>{account?.name ?? 'Account'}</PageTitle>
      <Link
        to={paths.accounts}
        className="mb-2 inline-flex min-h-9 items-center gap-1.5 text-muted hover:text-ink touch:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Accounts
      </Link>
      <AccountPanel key={accountId} id={accountId} />
      {account && settled && (
        <>
          <AccountProducts account={account} />
          {!account.duplicate && <AccountTransactions key={accountId} id={accountId} />}
        </>
      )}
    </>
  );
}
