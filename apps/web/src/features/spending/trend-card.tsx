import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { Link } from 'react-router';
import { addMonths, monthRange } from '../../domain/months.ts';
import { paths } from '../../paths.ts';
import { useMediaQuery } from '../../platform/browser/media-query.ts';
import { formatMonth } from '../../platform/formats/formats.ts';
import { Card } from '../../ui/card.tsx';
import { CategoryIcon, categoryStyle } from '../../ui/category-icon.tsx';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../ui/feedback/states.tsx';
import { Money, TotalsCurrency } from '../../ui/money.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { TrendBars } from './charts/trend-bars.tsx';
import { NotCountedNote } from './not-counted-note.tsx';
import { type GroupTrend, type SpendingTrend, useSpendingTrend } from './spending.api.ts';
import { spendingCopy } from './spending.copy.ts';

const copy = spendingCopy.sixMonths;
const gridClass = 'grid grid-cols-1 gap-x-8 gap-y-3 sm:grid-cols-2 sm:gap-y-6 lg:grid-cols-3';
/** On phones, each category is one line. */
const phoneQuery = '(width < 40rem)';

/** The spending of each category in the six months through a month, and the same numbers as a table. */
export function TrendCard({ month }: { month: string }) {
  const query = useSpendingTrend(month);
  const { data, error, isPlaceholderData } = query;
  if (data?.groups.length === 0) return null;
  return (
    <Card
      title={copy.title}
      action={
        <p className="text-xs text-muted">
          {formatMessage(copy.scale, {
            from: formatMonth(addMonths(month, -5), 'name'),
            to: formatMonth(month, 'name'),
          })}
        </p>
      }
    >
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
            <TrendTable trend={data} />
            <NotCountedNote count={data.omitted_count} className="mt-1" />
          </div>
        </TotalsCurrency>
      )}
    </Card>
  );
}

/** A category's amount in the last month, above its bars, or on a phone beside them. */
function Item({ group: { name, values }, months }: { group: GroupTrend; months: string[] }) {
  const label = categoryLabel(name);
  const month = months.at(-1) ?? '';
  const amount = values.at(-1) ?? 0;
  // A phone has one link per line, large enough for a finger. The bars and the table open the proofs.
  const isPhone = useMediaQuery(phoneQuery);
  return (
    <li className="min-w-0 max-sm:flex max-sm:items-center max-sm:gap-4">
      <div className="flex min-h-9 min-w-0 grow items-center gap-2.5 sm:mb-2">
        <CategoryIcon category={name} size="small" />
        <Link
          to={paths.spendingCategory(name, month)}
          className="flex min-w-0 grow flex-col justify-center max-sm:min-h-11 touch:min-h-11"
          title={label}
        >
          <span className="font-medium text-pretty wrap-anywhere hover:underline sm:truncate">
            {label}
          </span>
          {isPhone && <Money amount={amount} className="text-muted" />}
        </Link>
        {!isPhone && (
          <ProvenMoney
            of="category"
            totalKey={name}
            period={monthRange(month)}
            amount={amount}
            linkClass="shrink-0"
          />
        )}
      </div>
      <div className="max-sm:w-[38%] max-sm:shrink-0">
        <TrendBars
          category={name}
          label={label}
          months={months}
          values={values}
          color={categoryStyle(name).color}
          compact={isPhone}
        />
      </div>
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
            <Skeleton className="h-12 sm:mb-2 sm:h-9" />
            <Skeleton className="h-23 max-sm:hidden" />
          </div>
        ))}
      </div>
    </>
  );
}
