import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { AccountPanel } from '../features/accounts/account-panel.tsx';
import { useAccountHistory } from '../features/accounts/accounts.api.ts';
import { AccountTransactions } from '../features/transactions/account-transactions.tsx';
import type { Transaction } from '../features/transactions/transactions.api.ts';
import { paths } from '../paths.ts';
import { loadChunk } from '../platform/chunk-failure.ts';
import { PageTitle } from '../ui/page-title.tsx';

const TransactionDialog = lazy(() =>
  loadChunk(() => import('../features/transactions/transaction-dialog.tsx')),
);

/** One account: its balance over time and its transactions. */
export function Component() {
  const { accountId = '' } = useParams();
  const account = useAccountHistory(accountId).data?.details;
  // Of which address: another one's dialog is not this one's.
  const [shown, setShown] = useState<{ at: string; transaction: Transaction } | null>(null);
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
      {account && !account.duplicate && (
        <AccountTransactions
          key={accountId}
          id={accountId}
          onOpen={(transaction) => setShown({ at: accountId, transaction })}
        />
      )}
      <Suspense>
        {shown?.at === accountId && (
          <TransactionDialog
            key={shown.transaction.id}
            transaction={shown.transaction}
            onClose={() => setShown(null)}
          />
        )}
      </Suspense>
    </>
  );
}
