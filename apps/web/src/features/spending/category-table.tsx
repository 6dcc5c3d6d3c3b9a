import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { ChevronDown, Equal, Sparkle, TrendingDown, TrendingUp } from 'lucide-react';
import { Fragment, useContext, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Money, TotalsCurrency } from '../../ui/money.tsx';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import type { CategoryRow, GroupRow } from './spending.api.ts';
import { spendingCopy } from './spending.copy.ts';
import { changeAmount, changePercent, groupRefunds, trendDescription } from './trend-labels.ts';

const copy = spendingCopy.byCategory;

/** The month that the rows belong to. */
interface MonthContext {
  /** The month's days. */
  period: { from: string; to: string };
  /** The label of the period that the month's values are compared with. */
  comparisonPeriod: string;
}

/** The groups of a month's spending. Each expands to its categories. */
export function CategoryTable({
  groups,
  otherRefunds,
  ...context
}: MonthContext & { groups: readonly GroupRow[]; otherRefunds: number }) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const toggle = (name: string) =>
    setExpanded((current) =>
      current.has(name)
        ? new Set([...current].filter((other) => other !== name))
        : new Set([...current, name]),
    );
  return (
    <Table caption={copy.table}>
      <thead>
        <tr>
          <HeadCell>{copy.category}</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            {copy.percentage}
          </HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            {copy.change}
          </HeadCell>
          <HeadCell numeric>{copy.amount}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => {
          const isExpanded = expanded.has(group.name);
          return (
            <Fragment key={group.name}>
              <TableRow
                row={group}
                context={context}
                isExpanded={isExpanded}
                onToggle={() => toggle(group.name)}
              />
              {isExpanded &&
                group.children.map((child) => (
                  <TableRow key={child.name} row={child} context={context} />
                ))}
              {isExpanded && <RefundsRow amount={groupRefunds(group)} />}
            </Fragment>
          );
        })}
        {otherRefunds > 0 && (
          <Row>
            <Cell colSpan={3} className="text-muted max-sm:hidden">
              {copy.otherRefunds}
            </Cell>
            <Cell className="text-muted sm:hidden">{copy.otherRefunds}</Cell>
            <Cell numeric>
              <ProvenMoney of="refunds" period={context.period} amount={-otherRefunds} flow />
            </Cell>
          </Row>
        )}
      </tbody>
    </Table>
  );
}

/** A group that can be expanded or, without `onToggle`, a category of the group above. */
function TableRow({
  row,
  context: { period, comparisonPeriod },
  isExpanded = false,
  onToggle,
}: {
  row: CategoryRow;
  context: MonthContext;
  isExpanded?: boolean;
  onToggle?: () => void;
}) {
  const label = categoryLabel(row.name);
  return (
    <Row className={onToggle ? '' : 'bg-sunken/40'}>
      <Cell className="py-2!">
        <div className={classNames('flex items-center gap-2 sm:gap-3', !onToggle && 'pl-9')}>
          {onToggle && (
            <button
              type="button"
              aria-expanded={isExpanded}
              aria-label={formatMessage(copy.categoriesInGroup, { group: label })}
              data-tooltip={formatMessage(copy.categoriesInGroup, { group: label })}
              onClick={onToggle}
              className="-ml-2 grid size-8 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink touch:size-11"
            >
              <ChevronDown
                aria-hidden="true"
                className={classNames(
                  'size-4 transition-transform duration-200',
                  !isExpanded && '-rotate-90',
                )}
              />
            </button>
          )}
          {onToggle && <CategoryIcon category={row.name} className="max-[22rem]:hidden" />}
          <div className="min-w-0">
            <Link
              to={paths.categoryTransactionsInPeriod(row.name, period)}
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
        <CategoryTrend row={row} comparisonPeriod={comparisonPeriod} />
      </Cell>
      <Cell numeric className={onToggle ? 'font-medium' : ''}>
        <ProvenMoney of="category" totalKey={row.name} period={period} amount={row.value} />
        <span className="mt-0.5 block text-xs font-normal sm:hidden">
          <CategoryTrend row={row} comparisonPeriod={comparisonPeriod} />
        </span>
      </Cell>
    </Row>
  );
}

/** The refunds of categories with a negative total, which lower their group's amount. */
function RefundsRow({ amount }: { amount: number }) {
  if (amount === 0) return null;
  return (
    <Row className="bg-sunken/40 text-muted">
      <Cell className="pl-14! sm:pl-15!">{copy.refunds}</Cell>
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

/** A row's change from the previous month: an arrow, the amount and percentage, and a sentence for screen readers. */
export function CategoryTrend({
  row,
  comparisonPeriod,
}: {
  row: CategoryRow;
  comparisonPeriod: string;
}) {
  const { icon: Icon, className } = trends[row.trend];
  const description = trendDescription(row, comparisonPeriod, useContext(TotalsCurrency));
  return (
    <span
      data-tooltip={description}
      className={classNames('inline-flex items-center gap-1.5 align-bottom', className)}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
      <span aria-hidden="true" className="figures whitespace-nowrap">
        {row.trend === 'new' && spendingCopy.trend.new}
        {row.trend === 'flat' && spendingCopy.trend.same}
        {(row.trend === 'up' || row.trend === 'down') && <ChangeAmount row={row} />}
      </span>
      <span className="sr-only">{description}</span>
    </span>
  );
}

function ChangeAmount({ row }: { row: CategoryRow }) {
  const percent = changePercent(row);
  return (
    <>
      <Money amount={Math.abs(changeAmount(row))} />
      {/* In a table on a narrow phone, the amount and the percentage don't fit on one line. */}
      {percent !== null && <span className="max-[22.5rem]:in-[td]:hidden"> ({percent})</span>}
    </>
  );
}
