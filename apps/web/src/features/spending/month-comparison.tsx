import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import type { ReactNode } from 'react';
import { useContext } from 'react';
import { Link } from 'react-router';
import { addMonths, monthRange, previousMonthRange } from '../../domain/months.ts';
import { paths } from '../../paths.ts';
import { formatMonth } from '../../platform/formats/formats.ts';
import { Card } from '../../ui/card.tsx';
import { categoryStyle } from '../../ui/category-icon.tsx';
import { TotalsCurrency } from '../../ui/money.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import type { GroupRow } from './spending.api.ts';
import { spendingCopy } from './spending.copy.ts';
import { trendDescription } from './trend-labels.ts';

/** Each group's spending in a month and in the month before, as bars on one scale. */
export function MonthComparison({
  groups,
  month,
  today,
  before,
}: {
  /** Largest first; at least one. */
  groups: readonly GroupRow[];
  month: string;
  /** The current day. Its month is compared up to this day only. */
  today: string;
  /** The label of the period that the values are compared with. */
  before: string;
}) {
  const currency = useContext(TotalsCurrency);
  const maxAmount = Math.max(...groups.flatMap(({ value, previous }) => [value, previous]));
  const periods = [monthRange(month), previousMonthRange(month, today)] as const;
  const names = [formatMonth(month, 'name'), formatMonth(addMonths(month, -1), 'name')];
  return (
    <Card
      title={spendingCopy.comparison.title}
      action={
        <p className="text-xs text-muted">
          {formatMessage(spendingCopy.comparison.comparedWith, { period: before })}
        </p>
      }
      bodyClass="px-5 pt-3 pb-5 sm:px-6"
    >
      <ul className="flex flex-col gap-4">
        {groups.map((group) => {
          const { color } = categoryStyle(group.name);
          return (
            <li key={group.name}>
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <Link
                  to={paths.spendingCategory(group.name, month)}
                  className="font-medium hover:underline touch:py-2"
                >
                  {categoryLabel(group.name)}
                </Link>
                <span className="sr-only">{trendDescription(group, before, currency)}</span>
              </p>
              <Bar name={names[0] ?? ''} share={group.value / maxAmount} color={color}>
                <ProvenMoney
                  of="category"
                  totalKey={group.name}
                  period={periods[0]}
                  amount={group.value}
                />
              </Bar>
              <Bar name={names[1] ?? ''} share={group.previous / maxAmount} color="var(--edge)">
                <ProvenMoney
                  of="category"
                  totalKey={group.name}
                  period={periods[1]}
                  amount={group.previous}
                />
              </Bar>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Bar({
  name,
  share,
  color,
  children,
}: {
  name: string;
  /** The fraction of the longest bar. */
  share: number;
  color: string;
  /** The amount. */
  children: ReactNode;
}) {
  return (
    <div className="mt-2.5 grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-2 text-xs">
      <span className="truncate text-muted">{name}</span>
      <span aria-hidden="true" className="h-2.5">
        <span
          className="block h-full rounded-full"
          style={{
            width: share > 0 ? `max(2px, ${share * 100}%)` : 0,
            backgroundColor: color,
          }}
        />
      </span>
      <span className="figures min-w-18 text-right">{children}</span>
    </div>
  );
}
