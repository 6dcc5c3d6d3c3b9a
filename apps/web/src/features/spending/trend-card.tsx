import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { Link } from 'react-router';
import { monthRange } from '../../domain/months.ts';
import { paths } from '../../paths.ts';
import { formatMonth } from '../../platform/formats/formats.ts';
import { Card } from '../../ui/card.tsx';
import { CategoryIcon, categoryStyle } from '../../ui/category-icon.tsx';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../ui/feedback/states.tsx';
import { TotalsCurrency } from '../../ui/money.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { TrendBars } from './charts/trend-bars.tsx';
import { NotCountedNote } from './not-counted-note.tsx';
import { type GroupTrend, type SpendingTrend, useSpendingTrend } from './spending.api.ts';
import { spendingCopy } from './spending.copy.ts';

const copy = spendingCopy.sixMonths;
const gridClass = 'grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3';

/** The spending of each category in the six months through a month, and the same numbers as a table. */
export function TrendCard({ month }: { month: string }) {
  const query = useSpendingTrend(month);
  const { data, error, isPlaceholderData } = query;
  if (data?.groups.length === 0) return null;
  return (
    <Card title={copy.title} action={<p className="text-xs text-muted">{copy.scale}</p>}>
      <QueryError
        subject={copy.subject}
        query={query}
        bannerClass="mb-5"
        placeholderClass="min-h-64 justify-center"
      />
      {!data && !error && <Loading />}
      {data && (
        <TotalsCurrency value={data.currency}>
          <div
            aria-busy={isPlaceholderData}
            className={classNames(
              'transition-opacity duration-150',
              isPlaceholderData && 'opacity-55',
            )}
          >
            <ul className={gridClass}>
              {data.groups.map((group) => (
                <Item key={group.name} group={group} months={data.months} />
              ))}
            </ul>
            <NotCountedNote count={data.omitted_count} className="mt-5" />
            <TrendTable trend={data} />
          </div>
        </TotalsCurrency>
      )}
    </Card>
  );
}

/** A category's amount in the last month, above its bars. */
function Item({ group: { name, values }, months }: { group: GroupTrend; months: string[] }) {
  const label = categoryLabel(name);
  const month = months.at(-1) ?? '';
  return (
    <li className="min-w-0">
      <div className="mb-2 flex min-h-9 items-center gap-2.5">
        <CategoryIcon category={name} size="small" />
        <Link
          to={paths.spendingCategory(name, month)}
          className="min-w-0 grow truncate font-medium hover:underline touch:py-3"
          title={label}
        >
          {label}
        </Link>
        <ProvenMoney
          of="category"
          totalKey={name}
          period={monthRange(month)}
          amount={values.at(-1) ?? 0}
          linkClass="shrink-0"
        />
      </div>
      <TrendBars
        category={name}
        label={label}
        months={months}
        values={values}
        color={categoryStyle(name).color}
      />
    </li>
  );
}

/** All amounts of the bars. Each opens its proof. */
function TrendTable({ trend: { months, groups, totals } }: { trend: SpendingTrend }) {
  const cells = (values: readonly number[], proof: { of: string; totalKey?: string }) =>
    values.map((amount, index) => (
      <ProvenMoney
        key={months[index]}
        {...proof}
        period={monthRange(months[index] ?? '')}
        amount={amount}
      />
    ));
  return (
    <ChartTable
      className="mt-4"
      caption={copy.table}
      columns={[spendingCopy.byCategory.category, ...months.map((month) => formatMonth(month))]}
      rows={[
        ...groups.map(({ name, values }) => ({
          name: categoryLabel(name),
          values: cells(values, { of: 'category', totalKey: name }),
        })),
        { name: copy.total, values: cells(totals, { of: 'spent' }) },
      ]}
    />
  );
}

function Loading() {
  return (
    <>
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      <div className={gridClass}>
        {placeholderKeys(6).map((key) => (
          <div key={key}>
            <Skeleton className="mb-2 h-9" />
            <Skeleton className="h-23" />
          </div>
        ))}
      </div>
    </>
  );
}
