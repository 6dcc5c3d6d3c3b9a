import { labelOfCategory } from '@cairn/contract/taxonomy';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { formatMoney, formatMonth } from '../../platform/formats.ts';
import { monthAway } from '../../platform/months.ts';
import { Card } from '../../ui/card.tsx';
import { lookOfCategory } from '../../ui/category-icon.tsx';
import type { GroupRow } from './spending.api.ts';
import { trendWords } from './trend-words.ts';

/** Each group of a month above what it was the month before, as bars of one scale. */
export function MonthComparison({
  groups,
  month,
  before,
}: {
  /** Largest first; at least one. */
  groups: readonly GroupRow[];
  month: string;
  /** What the values are compared with, in words. */
  before: string;
}) {
  const most = Math.max(...groups.flatMap(({ value, previous }) => [value, previous]));
  const names = [formatMonth(month, 'name'), formatMonth(monthAway(month, -1), 'name')];
  return (
    <Card
      title="Month by month"
      action={<p className="text-xs text-muted">Against {before}</p>}
      bodyClass="px-5 pt-3 pb-5 sm:px-6"
    >
      <ul className="flex flex-col gap-4">
        {groups.map((group) => {
          const { colour } = lookOfCategory(group.name);
          return (
            <li key={group.name}>
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <Link
                  to={paths.spendingCategory(group.name, month)}
                  className="font-medium hover:underline touch:py-2"
                >
                  {labelOfCategory(group.name)}
                </Link>
                <span className="sr-only">{trendWords(group, before)}</span>
              </p>
              <Bar name={names[0] ?? ''} value={group.value} most={most} colour={colour} />
              <Bar name={names[1] ?? ''} value={group.previous} most={most} colour="var(--edge)" />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Bar({
  name,
  value,
  most,
  colour,
}: {
  name: string;
  value: number;
  most: number;
  colour: string;
}) {
  return (
    <div className="mt-1 grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-2 text-xs">
      <span className="truncate text-muted">{name}</span>
      <span aria-hidden="true" className="h-2.5">
        <span
          className="block h-full rounded-full"
          style={{
            width: value > 0 ? `max(2px, ${(value / most) * 100}%)` : 0,
            backgroundColor: colour,
          }}
        />
      </span>
      <span className="figures w-18 text-right">{formatMoney(value)}</span>
    </div>
  );
}
