import { labelOfCategory } from '@cairn/contract/taxonomy';
import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { CategoryMonths } from '../features/transactions/category-months.tsx';
import { noFilter } from '../features/transactions/transaction-filter.ts';
import type { Transaction } from '../features/transactions/transactions.api.ts';
import { TransactionsPanel } from '../features/transactions/transactions-panel.tsx';
import { paths } from '../paths.ts';
import { loadChunk } from '../platform/chunk-failure.ts';
import { CategoryIcon } from '../ui/category-icon.tsx';
import { PageTitle } from '../ui/page-title.tsx';

const TransactionDialog = lazy(() =>
  loadChunk(() => import('../features/transactions/transaction-dialog.tsx')),
);

/** One category or group: what it came to per month, and its transactions. */
export function Component() {
  const { transactionCategory = '' } = useParams();
  const category = transactionCategory.toLowerCase();
  const filter = useMemo(() => ({ ...noFilter, categories: [category] }), [category]);
  const [shown, setShown] = useState<Transaction | null>(null);
  const navigate = useNavigate();
  const label = labelOfCategory(category);
  return (
    <>
      <PageTitle>{label}</PageTitle>
      <Link
        to={paths.transactionsOfCategory(category)}
        className="mb-2 inline-flex min-h-9 items-center gap-1.5 text-muted hover:text-ink touch:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Transactions
      </Link>
      <h1 className="mb-5 flex items-center gap-3 text-lg font-semibold">
        <CategoryIcon category={category} />
        <span className="min-w-0 wrap-anywhere">{label}</span>
      </h1>
      <CategoryMonths filter={filter} label={label} />
      <div className="mt-5">
        <TransactionsPanel
          filter={filter}
          onOpen={setShown}
          onClear={() => navigate(paths.transactions)}
        />
      </div>
      <Suspense>
        {shown && (
          <TransactionDialog key={shown.id} transaction={shown} onClose={() => setShown(null)} />
        )}
      </Suspense>
    </>
  );
}
