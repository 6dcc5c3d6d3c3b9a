import { categories, categoryLabel } from '@cairn/contract/rules/taxonomy';
import { ArrowLeft, ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { emptyFilter } from '../../features/transactions/filter/transaction-filter.ts';
import { CategoryMonthlyTotals } from '../../features/transactions/history/category-monthly-totals.tsx';
import { TransactionsPanel } from '../../features/transactions/list/transactions-panel.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { screensCopy } from '../screens.copy.ts';

/** A category or group: its monthly totals and its transactions. */
export function Component() {
  const { transactionCategory = '' } = useParams();
  const category = transactionCategory.toLowerCase();
  const filter = useMemo(() => ({ ...emptyFilter, categories: [category] }), [category]);
  const label = categoryLabel(category);
  return (
    <>
      <PageTitle>{label}</PageTitle>
      <Link
        to={paths.categoryTransactions(category)}
        className="mb-2 inline-flex min-h-9 items-center gap-1.5 text-muted hover:text-ink touch:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {screensCopy.transactions.title}
      </Link>
      <h1 className="mb-5 flex items-center gap-3 text-lg font-semibold">
        <CategoryIcon category={category} />
        <span className="min-w-0 wrap-anywhere">{label}</span>
      </h1>
      <CategoryMonthlyTotals filter={filter} label={label} />
      <div className="mt-5">
        <TransactionsPanel
          filter={filter}
          // All rows have the same category, unless the page shows a group.
          constantColumn={categories.has(category) ? 'category' : undefined}
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
