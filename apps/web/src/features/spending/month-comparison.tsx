import { labelOfCategory } from '@cairn/contract/taxonomy';
import type { ReactNode } from 'react';
import { useContext } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { formatMonth } from '../../platform/formats.ts';
import { daysOfMonth, daysOfMonthBefore, monthAway } from '../../platform/months.ts';
import { Card } from '../../ui/card.tsx';
import { lookOfCategory } from '../../ui/category-icon.tsx';
import { CurrencyOfTotals } from '../../ui/money.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import type { GroupRow } from './spending.api.ts';
import { trendWords } from './trend-words.ts';

/** Each group of a month above what it was the month before, as bars of one scale. */
export function MonthComparison({
  groups,
  month,
  today,
  before,
}: {
  /** Largest first; at least one. */
  groups: readonly GroupRow[];
  month: string;
  /** The month that it is in is compared up to its day. */
  today: string;
  /** What the values are compared with, in words. */
  before: string;
}) {
  const currency = useContext(CurrencyOfTotals);
  const most = Math.max(...groups.flatMap(({ value, previous }) => [value, previous]));
  const periods = [daysOfMonth(month), daysOfMonthBefore(month, today)] as const;
  const names = [formatMonth(month, 'name'), formatMonth(monthAway(month, -1), 'name')];
  return (
    <Card
      title="Month by month"
      action={<p className="text-xs text-muted">Against {before}</p>}
      bodyClass="px-5 pt-3 pb-5 sm:px-6"
    >
      <ul className="flex flex-col gap-4">
        {groups.map((group) => {
          const { color } = lookOfCategory(group.name);
          return (
            <li key={group.name}>
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <Link
                  to={paths.spendingCategory(group.name, month)}
                  className="font-medium hover:underline touch:py-2"
                >
                  {labelOfCategory(group.name)}
                </Link>
                <span className="sr-only">{trendWords(group, before, currency)}</span>
              </p>
              <Bar name={names[0] ?? ''} part={group.value / most} color={color}>
                <ProvenMoney
                  of="category"
                  totalKey={group.name}
                  period={periods[0]}
                  amount={group.value}
                />
              </Bar>
              <Bar name={names[1] ?? ''} part={group.previous / most} color="var(--edge)">
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
  part,
  color,
  children,
}: {
  name: string;
  /** Of the longest bar. */
  part: number;
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
            width: part > 0 ? `max(2px, ${part * 100}%)` : 0,
            backgroundColor: color,
          }}
        />
      </span>
      <span className="figures min-w-18 text-right">{children}</span>
    </div>
  );
}
