import { canonicalCategory, categoryGroups, categoryLabel } from '@cairn/contract/rules/taxonomy';
import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { incomeGroups } from '../../domain/transaction-labels.ts';
import { CategorySpending } from '../../features/spending/category-spending.tsx';
import {
  monthOptions,
  parseMonthChoice,
  setMonthParam,
} from '../../features/spending/month-choice.ts';
import { useSpendingMonth } from '../../features/spending/spending.api.ts';
import {
  emptyFilter,
  type TransactionFilter,
} from '../../features/transactions/filter/transaction-filter.ts';
import { CategoryMonthlyTotals } from '../../features/transactions/history/category-monthly-totals.tsx';
import { useMonthlyTotals } from '../../features/transactions/list/transaction-pages.api.ts';
import { paths } from '../../paths.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { localToday } from '../../platform/formats/formats.ts';
import { Card } from '../../ui/card.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Select } from '../../ui/form/select.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { DemoPlaceholder } from '../frame/pages/demo-placeholder.tsx';
import { screensCopy } from '../screens.copy.ts';

const spendingCopy = screensCopy.spending;

/** The spending of a category or group: one month, and the last twelve. The category and the month are in the URL. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const thisMonth = localToday().slice(0, 7);
  const { month } = parseMonthChoice(params, thisMonth);
  const category = canonicalCategory(params.get('category') ?? '');
  const filter = useMemo(() => ({ ...emptyFilter, categories: [category] }), [category]);
  if (useDemoMode()) return <DemoPlaceholder title={spendingCopy.title} />;
  if (category === '') return <ChooseCategory month={month} />;
  const label = categoryLabel(category);
  return (
    <>
      <PageTitle>{label}</PageTitle>
      <BackLink month={month} />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="flex min-w-0 items-center gap-3 text-lg font-semibold">
          <CategoryIcon category={category} />
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </h1>
        <Select
          label={spendingCopy.month}
          options={monthOptions(thisMonth)}
          value={month}
          onChange={(next) =>
            setParams((current) => setMonthParam(current, next, thisMonth), {
              preventScrollReset: true,
            })
          }
        />
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <CategorySpending category={category} month={month} thisMonth={thisMonth} />
        <LastTwelveMonths month={month} filter={filter} label={label} />
      </div>
    </>
  );
}

/**
 * The last twelve months. On a phone, the month's details above have no known height until they load,
 * so the chart waits for them. The chart's data is fetched in the meantime.
 */
function LastTwelveMonths({
  month,
  filter,
  label,
}: {
  month: string;
  filter: TransactionFilter;
  label: string;
}) {
  const { isPending } = useSpendingMonth(month);
  useMonthlyTotals(filter);
  if (isPending) return <Skeleton className="h-80 rounded-card max-lg:hidden" />;
  return <CategoryMonthlyTotals filter={filter} label={label} />;
}

function BackLink({ month }: { month: string }) {
  return (
    <Link
      to={`${paths.spending}?month=${month}`}
      className="mb-2 inline-flex min-h-9 items-center gap-1.5 text-muted hover:text-ink touch:min-h-11"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {spendingCopy.title}
    </Link>
  );
}

/** All spending groups, for a URL without a category. */
function ChooseCategory({ month }: { month: string }) {
  const groups = categoryGroups.filter(({ key }) => !incomeGroups.includes(key));
  return (
    <>
      <PageTitle>{spendingCopy.title}</PageTitle>
      <BackLink month={month} />
      <h1 className="mb-5 text-lg font-semibold">{spendingCopy.chooseCategory}</h1>
      <Card bodyClass="p-2">
        <ul className="grid sm:grid-cols-2 lg:grid-cols-3">
          {groups.map(({ key, label }) => (
            <li key={key}>
              <Link
                to={paths.spendingCategory(key, month)}
                className="flex min-h-12 items-center gap-3 rounded-control px-3 py-2 hover:bg-sunken"
              >
                <CategoryIcon category={key} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
