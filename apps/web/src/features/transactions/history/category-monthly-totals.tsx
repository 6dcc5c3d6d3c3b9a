import { categoryGroupKey } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { incomeGroups } from '../../../domain/transaction-labels.ts';
import { cardClass } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LoadingAnnouncement, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../../ui/feedback/states.tsx';
import { TotalsCurrency } from '../../../ui/money.tsx';
import type { TransactionFilter } from '../filter/transaction-filter.ts';
import { useMonthlyTotals } from '../list/transaction-pages.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { MonthlyTotalsCard } from './monthly-totals-card.tsx';

/** The totals of a category for each of the last 12 months. */
export function CategoryMonthlyTotals({
  filter,
  label,
}: {
  filter: TransactionFilter;
  label: string;
}) {
  const query = useMonthlyTotals(filter);
  const { data, error } = query;
  const isIncome = filter.categories.every((key) => incomeGroups.includes(categoryGroupKey(key)));
  // The proof of each total is keyed by the category or group.
  const [category] = filter.categories;
  const months = (data?.results ?? []).map(({ month, spent, income }) => ({
    month,
    amount: isIncome ? income : spent,
  }));
  const { monthlyTotals } = transactionsCopy;
  return (
    <>
      <QueryError
        subject={monthlyTotals.subject}
        query={query}
        bannerClass="mb-5"
        placeholderClass={classNames(cardClass, 'min-h-60 justify-center')}
      />
      {!data && !error && (
        <>
          <LoadingAnnouncement>{monthlyTotals.loading}</LoadingAnnouncement>
          <Skeleton className="h-80 rounded-card" />
        </>
      )}
      {data && (
        <TotalsCurrency value={data.currency}>
          <MonthlyTotalsCard
            months={months}
            all={months.map(({ amount }) => amount)}
            totalName={monthlyTotals.last12Months}
            label={formatMessage(
              isIncome ? monthlyTotals.incomePerMonth : monthlyTotals.spentPerMonth,
              { category: label },
            )}
            uncountedCount={data.omitted_count}
            {...(category !== undefined && {
              proofOf: { of: isIncome ? 'income' : 'category', key: category },
            })}
          />
        </TotalsCurrency>
      )}
    </>
  );
}
