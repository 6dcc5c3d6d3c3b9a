import { categoryGroupKey, categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { monthRange } from '../../domain/months.ts';
import { paths } from '../../paths.ts';
import { formatMonth } from '../../platform/formats/formats.ts';
import { Card, cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../ui/feedback/states.tsx';
import { TotalsCurrency } from '../../ui/money.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { CategoryTrend } from './category-table.tsx';
import { type CategoryRow, type SpendingMonth, useSpendingMonth } from './spending.api.ts';
import { spendingCopy } from './spending.copy.ts';
import { comparisonPeriodLabel } from './trend-labels.ts';

const copy = spendingCopy.category;

/** One group or category in one month: its amount, share, and change, and a group's categories. */
export function CategorySpending({
  category,
  month,
  thisMonth,
}: {
  category: string;
  month: string;
  thisMonth: string;
}) {
  const query = useSpendingMonth(month);
  const { data, error } = query;
  const comparison = comparisonPeriodLabel(month, thisMonth);
  const period = monthRange(month);
  const match = data && findRow(data, category);
  return (
    <>
      <QueryError
        subject={copy.subject}
        query={query}
        bannerClass="mb-5"
        placeholderClass={classNames(cardClass, 'min-h-40 justify-center')}
      />
      {!data && !error && (
        <>
          <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
          <Skeleton className="h-40 rounded-card" />
        </>
      )}
      {data && (
        <TotalsCurrency value={data.currency}>
          <Card bodyClass="p-5 sm:p-6">
            <p className="text-muted">
              {formatMessage(spendingCopy.spentIn, { month: formatMonth(month) })}
            </p>
            <p className="mt-1 text-2xl">
              <ProvenMoney
                of="category"
                totalKey={category}
                period={period}
                amount={match?.row.value ?? 0}
                hero
              />
            </p>
            {match ? (
              <div className="mt-3 text-muted">
                <p className="figures">{shareText(match)}</p>
                <p className="mt-1">
                  <Comparison row={match.row} period={comparison} />
                </p>
              </div>
            ) : (
              <p className="mt-3 text-muted">
                {formatMessage(copy.empty, { month: formatMonth(month) })}
              </p>
            )}
            {match && <Subcategories rows={match.children} month={month} period={period} />}
            <Link
              to={paths.categoryTransactionsInPeriod(category, period)}
              className="mt-4 -ml-2 inline-flex min-h-10 items-center gap-1.5 rounded-md px-2 font-medium text-accent hover:bg-sunken touch:min-h-11"
            >
              {copy.viewTransactions}
              <ArrowRight aria-hidden="true" className="size-4" />
            </Link>
          </Card>
        </TotalsCurrency>
      )}
    </>
  );
}

/** How the amount compares with that of an earlier period. */
function Comparison({ row, period }: { row: CategoryRow; period: string }) {
  if (row.trend === 'new') return formatMessage(copy.nothingBefore, { period });
  return (
    <>
      <CategoryTrend row={row} comparisonPeriod={period} />{' '}
      {/* The trend's own text says this to screen readers. */}
      <span aria-hidden="true">{formatMessage(copy.comparison[row.trend], { period })}</span>
    </>
  );
}

/** The categories of a group, each linking to its own page. */
function Subcategories({
  rows,
  month,
  period,
}: {
  rows: readonly CategoryRow[];
  month: string;
  period: { from: string; to: string };
}) {
  if (rows.length === 0) return null;
  return (
    <ul className="mt-5 border-t border-line pt-2">
      {rows.map((row) => (
        <li
          key={row.name}
          className="flex min-h-11 items-center justify-between gap-x-4 not-last:border-b border-line"
        >
          <Link
            to={paths.spendingCategory(row.name, month)}
            className="min-w-0 py-2 hover:underline"
          >
            {categoryLabel(row.name)}
          </Link>
          <span className="figures flex items-center text-right">
            <span className="w-16 text-muted max-sm:hidden">{row.percentage.toFixed(1)}%</span>
            <ProvenMoney
              of="category"
              totalKey={row.name}
              period={period}
              amount={row.value}
              linkClass="ml-4 min-w-20"
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface MatchingRow {
  readonly row: CategoryRow;
  /** The group that the row's percentage refers to. Null for a group, whose percentage is of the month. */
  readonly group: string | null;
  readonly children: readonly CategoryRow[];
}

function shareText({ row, group }: MatchingRow): string {
  const percent = `${row.percentage.toFixed(1)}%`;
  return group === null
    ? formatMessage(copy.shareOfMonth, { percent })
    : formatMessage(copy.shareOfGroup, { percent, group });
}

/** Finds the row of a group or a category. */
function findRow({ data }: SpendingMonth, key: string): MatchingRow | undefined {
  const group = data.find(({ name }) => name === key);
  if (group) return { row: group, group: null, children: group.children };
  for (const parent of data) {
    const row = parent.children.find(({ name }) => name === key);
    if (row) return { row, group: categoryLabel(categoryGroupKey(parent.name)), children: [] };
  }
  return undefined;
}
