import type { ComponentProps, ReactNode } from 'react';
import { transactionDay } from '../../../domain/transaction-labels.ts';
import { formatDay } from '../../../platform/formats/formats.ts';
import { HeadCell } from '../../../ui/table.tsx';
import type { Transaction } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { type ConstantColumn, columnHeadings, rowGrid } from './columns.ts';
import { groupByDay } from './day-groups.ts';
import { dayLabel, rowHeight, TransactionTableRow } from './transaction-table-row.tsx';
import { maxRowsWithoutVirtualization, useVisibleRows } from './visible-rows.ts';

/** The screen width from which a table fits. */
export const tableMediaQuery = '(min-width: 64rem)';

/**
 * Roles are explicit: each row is its own grid, and without table layout some browsers drop the implicit ones.
 * With table layout, the browser lays out the whole table for every row that enters or leaves while scrolling,
 * which takes four times as long.
 */
const roles = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
} as const;

interface TableProps {
  transactions: readonly Transaction[];
  /** The id of the transaction whose dialog is open, or null. */
  openId: string | null;
  /** A column that the page makes redundant. */
  constantColumn?: ConstantColumn | undefined;
  onOpen: (id: string) => void;
}

/** Transactions as a table grouped by day, for wide screens. A row opens its transaction. */
export function TransactionTable(props: TableProps) {
  return props.transactions.length > maxRowsWithoutVirtualization ? (
    <VirtualTable {...props} />
  ) : (
    <FullTable {...props} />
  );
}

function FullTable({ transactions, constantColumn, onOpen }: TableProps) {
  return (
    <GridTable>
      <Head constantColumn={constantColumn} />
      {[...Map.groupBy(transactions, transactionDay)].map(([day, rows]) => (
        <Day key={day} day={day}>
          {rows.map((transaction) => (
            <TransactionTableRow
              key={transaction.id}
              transaction={transaction}
              constantColumn={constantColumn}
              onOpen={onOpen}
            />
          ))}
        </Day>
      ))}
    </GridTable>
  );
}

/** Renders only the visible rows. ARIA attributes give each row's position in the whole table. */
function VirtualTable({ transactions, openId, constantColumn, onOpen }: TableProps) {
  const { container, start, rows, bottomGap, measureRow } = useVisibleRows<
    HTMLTableElement,
    HTMLTableSectionElement
  >({
    count: transactions.length,
    pinned: openId === null ? -1 : transactions.findIndex(({ id }) => id === openId),
    estimateHeight: () => rowHeight,
    measureHeight: (row) => Math.round(row.getBoundingClientRect().height),
  });
  const dayAt = (index: number) => {
    const transaction = transactions[index];
    return transaction === undefined ? '' : transactionDay(transaction);
  };
  return (
    <GridTable ref={container} aria-rowcount={transactions.length + 1}>
      <Head index={1} constantColumn={constantColumn} />
      <tbody ref={start} aria-hidden="true" className="block" />
      {groupByDay(rows, dayAt, 0).map(({ key, day, rows: indexes, gap }) => [
        gap > 0 && <Gap key={`before ${key}`} height={gap} />,
        <Day key={key} day={day}>
          {indexes.map((index) => {
            const transaction = transactions[index];
            return (
              transaction && (
                <TransactionTableRow
                  key={transaction.id}
                  ref={measureRow}
                  index={index}
                  transaction={transaction}
                  constantColumn={constantColumn}
                  onOpen={onOpen}
                />
              )
            );
          })}
        </Day>,
      ])}
      <Gap height={bottomGap} />
    </GridTable>
  );
}

function GridTable({ children, ...rest }: ComponentProps<'table'>) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see `roles`.
    <table role="table" className="block w-full text-left" {...rest}>
      <caption className="sr-only">{transactionsCopy.title}</caption>
      {children}
    </table>
  );
}

/** The rows of one day. The day is beside the first of them, and stays in view while the others scroll by. */
function Day({ day, children }: { day: string; children: ReactNode }) {
  return (
    <tbody
      {...roles.group}
      aria-label={formatDay(day, 'long')}
      className="relative block shadow-[0_-1px_0_var(--line)]"
    >
      {/* Screen readers get the day of each row instead. It lies over the first row. */}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table row can't receive focus. */}
      <tr
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-0 z-1 block w-34"
      >
        <td className="figures sticky top-24.25 block truncate pl-6 leading-11 font-medium">
          {dayLabel(day)}
        </td>
      </tr>
      {children}
    </tbody>
  );
}

/** The space of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return <tbody aria-hidden="true" className="block" style={{ height }} />;
}

/** The headings, which stay in view below the navigation. */
function Head({
  index,
  constantColumn,
}: {
  index?: number;
  constantColumn: ConstantColumn | undefined;
}) {
  return (
    <thead {...roles.group} className="sticky top-16 z-2 block bg-surface">
      <tr {...roles.row} aria-rowindex={index} className={rowGrid(constantColumn)}>
        {columnHeadings(constantColumn).map(({ key, heading, numeric, hidden }) => (
          <HeadCell
            key={key}
            {...roles.heading}
            numeric={numeric}
            className={hidden ? 'px-0! py-2!' : 'py-2!'}
          >
            {hidden ? <span className="sr-only">{heading}</span> : heading}
          </HeadCell>
        ))}
      </tr>
    </thead>
  );
}
