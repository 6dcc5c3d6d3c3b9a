import { formatMessage } from '@cairn/contract/copy';
import { groupOfCategory } from '@cairn/contract/taxonomy';
import { incomeGroups } from '../../platform/transaction-words.ts';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CurrencyOfTotals } from '../../ui/money.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { QueryError } from '../../ui/states.tsx';
import { MonthFigures } from './month-figures.tsx';
import type { TransactionFilter } from './transaction-filter.ts';
import { useMonthlySums } from './transaction-pages.api.ts';
import { transactionsCopy } from './transactions.copy.ts';

/** The totals of a category for each of the last 12 months. */
export function CategoryMonths({ filter, label }: { filter: TransactionFilter; label: string }) {
  const query = useMonthlySums(filter);
  const { data, error } = query;
  const isIncome = filter.categories.every((key) => incomeGroups.includes(groupOfCategory(key)));
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
        what={monthlyTotals.subject}
        query={query}
        stale="mb-5"
        missing={classNames(cardClass, 'min-h-60 justify-center')}
      />
      {!data && !error && (
        <>
          <LoadingNote>{monthlyTotals.loading}</LoadingNote>
          <Skeleton className="h-80" />
        </>
      )}
      {data && (
        <CurrencyOfTotals value={data.currency}>
          <MonthFigures
            months={months}
            all={months.map(({ amount }) => amount)}
            totalName={monthlyTotals.last12Months}
            label={formatMessage(
              isIncome ? monthlyTotals.incomePerMonth : monthlyTotals.spentPerMonth,
              { category: label },
            )}
            notCounted={data.not_counted}
            {...(category !== undefined && {
              proofOf: { of: isIncome ? 'income' : 'category', key: category },
            })}
          />
        </CurrencyOfTotals>
      )}
    </>
  );
}
