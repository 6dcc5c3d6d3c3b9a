import { labelOfCategory } from '@cairn/contract/taxonomy';
import { ArrowLeft, ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { CategoryMonths } from '../features/transactions/category-months.tsx';
import { noFilter } from '../features/transactions/transaction-filter.ts';
import { TransactionsPanel } from '../features/transactions/transactions-panel.tsx';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { CategoryIcon } from '../ui/category-icon.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState } from '../ui/states.tsx';
import { screensCopy } from './screens.copy.ts';

/** A category or group: its monthly totals and its transactions. */
export function Component() {
  const { transactionCategory = '' } = useParams();
  const category = transactionCategory.toLowerCase();
  const filter = useMemo(() => ({ ...noFilter, categories: [category] }), [category]);
  const label = labelOfCategory(category);
  return (
    <>
      <PageTitle>{label}</PageTitle>
      <Link
        to={paths.transactionsOfCategory(category)}
        className="mb-2 inline-flex min-h-9 items-center gap-1.5 text-muted hover:text-ink touch:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {screensCopy.transactions.title}
      </Link>
      <h1 className="mb-5 flex items-center gap-3 text-lg font-semibold">
        <CategoryIcon category={category} />
        <span className="min-w-0 wrap-anywhere">{label}</span>
      </h1>
      <CategoryMonths filter={filter} label={label} />
      <div className="mt-5">
        <TransactionsPanel
          filter={filter}
          empty={
            <EmptyState
              icon={ReceiptText}
              title={screensCopy.transactions.emptyCategory}
              className="min-h-80 justify-center"
              action={
                <ButtonLink to={paths.transactions}>{screensCopy.transactions.all}</ButtonLink>
              }
            >
              {screensCopy.transactions.emptyCategoryDetail}
            </EmptyState>
          }
        />
      </div>
    </>
  );
}
