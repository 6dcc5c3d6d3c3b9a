import { labelOfCategory } from '@cairn/contract/taxonomy';
import { ChevronDown, Equal, Sparkle, TrendingDown, TrendingUp } from 'lucide-react';
import { Fragment, useContext, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CurrencyOfTotals, Money } from '../../ui/money.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import type { CategoryRow, GroupRow } from './spending.api.ts';
import { differenceOf, refundsWithin, trendWords } from './trend-words.ts';

/** What the rows of a month are said with. */
interface MonthWords {
  /** The month's days. */
  period: { from: string; to: string };
  /** What its values are compared with. */
  before: string;
}

/** The groups of a month's spending; each opens into its categories. */
export function CategoryTable({
  groups,
  refunds,
  ...words
}: MonthWords & { groups: readonly GroupRow[]; refunds: number }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (name: string) =>
    setOpen((was) =>
      was.has(name) ? new Set([...was].filter((each) => each !== name)) : new Set([...was, name]),
    );
  return (
    <Table caption="Spending by category">
      <thead>
        <tr>
          <HeadCell>Category</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Percentage
          </HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Change
          </HeadCell>
          <HeadCell numeric>Amount</HeadCell>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => {
          const isOpen = open.has(group.name);
          return (
            <Fragment key={group.name}>
              <TableRow
                row={group}
                words={words}
                isOpen={isOpen}
                onToggle={() => toggle(group.name)}
              />
              {isOpen &&
                group.children.map((child) => (
                  <TableRow key={child.name} row={child} words={words} />
                ))}
              {isOpen && <RefundsRow amount={refundsWithin(group)} />}
            </Fragment>
          );
        })}
        {refunds > 0 && (
          <Row>
            <Cell colSpan={3} className="text-muted max-sm:hidden">
              Refunds in other categories
            </Cell>
            <Cell className="text-muted sm:hidden">Refunds in other categories</Cell>
            <Cell numeric>
              <ProvenMoney of="refunds" period={words.period} amount={-refunds} flow />
            </Cell>
          </Row>
        )}
      </tbody>
    </Table>
  );
}

/** A group, which can be opened, or (without `onToggle`) a category of the one above. */
function TableRow({
  row,
  words: { period, before },
  isOpen = false,
  onToggle,
}: {
  row: CategoryRow;
  words: MonthWords;
  isOpen?: boolean;
  onToggle?: () => void;
}) {
  const label = labelOfCategory(row.name);
  return (
    <Row className={onToggle ? '' : 'bg-sunken/40'}>
      <Cell className="py-2!">
        <div className={classNames('flex items-center gap-2 sm:gap-3', !onToggle && 'pl-9')}>
          {onToggle && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={`Categories of ${label}`}
              onClick={onToggle}
              className="-ml-2 grid size-8 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink touch:size-11"
            >
              <ChevronDown
                aria-hidden="true"
                className={classNames(
                  'size-4 transition-transform duration-200',
                  !isOpen && '-rotate-90',
                )}
              />
            </button>
          )}
          {onToggle && <CategoryIcon category={row.name} className="max-[22rem]:hidden" />}
          <div className="min-w-0">
            <Link
              to={paths.transactionsOfDays(row.name, period)}
              className={classNames(
                'inline-flex items-center text-pretty hover:underline touch:min-h-9',
                onToggle && 'font-medium',
              )}
            >
              {label}
            </Link>
            <p className="figures text-xs text-muted sm:hidden">{row.percentage.toFixed(1)}%</p>
          </div>
        </div>
      </Cell>
      <Cell numeric className="text-muted max-sm:hidden">
        {row.percentage.toFixed(1)}%
      </Cell>
      <Cell numeric className="max-sm:hidden">
        <Change row={row} before={before} />
      </Cell>
      <Cell numeric className={onToggle ? 'font-medium' : ''}>
        <ProvenMoney of="category" totalKey={row.name} period={period} amount={row.value} />
        <span className="mt-0.5 block text-xs font-normal sm:hidden">
          <Change row={row} before={before} />
        </span>
      </Cell>
    </Row>
  );
}

/** What refunds of categories that came to less than nothing take off their group. */
function RefundsRow({ amount }: { amount: number }) {
  if (amount === 0) return null;
  return (
    <Row className="bg-sunken/40 text-muted">
      <Cell className="pl-14! sm:pl-15!">Refunds</Cell>
      <Cell className="max-sm:hidden" />
      <Cell className="max-sm:hidden" />
      <Cell numeric>
        <Money amount={-amount} flow />
      </Cell>
    </Row>
  );
}

const trends = {
  up: { icon: TrendingUp, className: 'text-attention' },
  down: { icon: TrendingDown, className: 'text-accent' },
  flat: { icon: Equal, className: 'text-muted' },
  new: { icon: Sparkle, className: 'text-muted' },
};

/** How a row stands against the month before: an arrow with the amount; in words for who hears it. */
export function Change({ row, before }: { row: CategoryRow; before: string }) {
  const { icon: Icon, className } = trends[row.trend];
  const words = trendWords(row, before, useContext(CurrencyOfTotals));
  return (
    <span title={words} className={classNames('inline-flex items-center gap-1.5', className)}>
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
      <span aria-hidden="true" className="figures whitespace-nowrap">
        {row.trend === 'new' && 'New'}
        {row.trend === 'flat' && 'Same'}
        {(row.trend === 'up' || row.trend === 'down') && (
          <Money amount={Math.abs(differenceOf(row))} />
        )}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
