import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { memo, type Ref } from 'react';
import { transactionDay, transactionTitle } from '../../../domain/transaction-labels.ts';
import { formatDay, localToday } from '../../../platform/formats/formats.ts';
import { AccountName } from '../../../ui/account-name.tsx';
import { CategoryIcon } from '../../../ui/category-icon.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Cell, HeadCell, Row, Table } from '../../../ui/table.tsx';
import type { Transaction } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { MerchantLogo } from './merchant-logo.tsx';
import { TransactionAmount, TransactionBadges } from './transaction-badges.tsx';
import { pressedRowClass, TransactionButton } from './transaction-button.tsx';
import { maxRowsWithoutVirtualization, useVisibleRows } from './visible-rows.ts';

/** The screen width from which a table fits. */
export const tableMediaQuery = '(min-width: 64rem)';

/**
 * Each row is its own grid. With table layout, the browser lays out the whole table for every row that
 * enters or leaves while scrolling, which takes four times as long.
 */
const rowGrid =
  'grid grid-cols-[8.5rem_21%_minmax(0,1fr)_19%_20%_11.25rem] items-center [contain:content]';
/** Explicit roles: without table layout, some browsers drop the implicit ones. */
const roles = {
  table: { role: 'table', className: 'block' },
  group: { role: 'rowgroup', className: 'block' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
/** The usual height of a row, in pixels at the default text size. */
const rowHeight = 53;

interface TableProps {
  transactions: readonly Transaction[];
  /** The id of the transaction whose dialog is open, or null. */
  openId: string | null;
  onOpen: (id: string) => void;
}

/** Transactions as a table, for wide screens. A row opens its transaction. */
export function TransactionTable(props: TableProps) {
  return props.transactions.length > maxRowsWithoutVirtualization ? (
    <VirtualTable {...props} />
  ) : (
    <FullTable {...props} />
  );
}

function FullTable({ transactions, onOpen }: TableProps) {
  return (
    <Table caption={transactionsCopy.title} {...roles.table}>
      <Head />
      <tbody {...roles.group}>
        {transactions.map((transaction) => (
          <TableRow key={transaction.id} transaction={transaction} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  );
}

/** Renders only the visible rows. ARIA attributes give each row's position in the whole table. */
function VirtualTable({ transactions, openId, onOpen }: TableProps) {
  const { container, rows, bottomGap, measureRow } = useVisibleRows<HTMLTableSectionElement>({
    count: transactions.length,
    pinned: openId === null ? -1 : transactions.findIndex(({ id }) => id === openId),
    estimateHeight: () => rowHeight,
    measureHeight: (row) => Math.round(row.getBoundingClientRect().height),
  });
  return (
    <Table
      caption={transactionsCopy.title}
      {...roles.table}
      aria-rowcount={transactions.length + 1}
    >
      <Head index={1} />
      <tbody {...roles.group} ref={container}>
        {rows.map(({ index, gap }) => {
          const transaction = transactions[index];
          return (
            transaction && [
              gap > 0 && <Gap key={`before ${transaction.id}`} height={gap} />,
              <TableRow
                key={transaction.id}
                ref={measureRow}
                index={index}
                transaction={transaction}
                onOpen={onOpen}
              />,
            ]
          );
        })}
        <Gap key="bottom" height={bottomGap} />
      </tbody>
    </Table>
  );
}

/** The space of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table row can't receive focus.
    <tr aria-hidden="true" className="block" style={{ height }} />
  );
}

const { columns } = transactionsCopy.list;
const headings = Object.values(columns);

function Head({ index }: { index?: number }) {
  return (
    <thead {...roles.group}>
      <tr {...roles.row} aria-rowindex={index} className={rowGrid}>
        {headings.map((heading) => (
          <HeadCell key={heading} {...roles.heading} numeric={heading === columns.amount}>
            {heading}
          </HeadCell>
        ))}
      </tr>
    </thead>
  );
}

const TableRow = memo(function TableRow({
  ref,
  index,
  transaction,
  onOpen,
}: {
  ref?: Ref<HTMLTableRowElement>;
  /** Its index in a virtual table. */
  index?: number;
  transaction: Transaction;
  onOpen: (id: string) => void;
}) {
  const { plaid_account: account, effective_category: category, pending } = transaction;
  return (
    <Row
      {...(ref && { ref })}
      {...(index !== undefined && { 'data-index': index, 'aria-rowindex': index + 2 })}
      {...roles.row}
      className={classNames(
        rowGrid,
        'relative min-h-13.25 hover:bg-sunken/60',
        pressedRowClass,
        pending && 'font-semibold text-muted',
      )}
    >
      <Cell {...roles.cell} className="figures text-muted">
        {listDay(transactionDay(transaction))}
      </Cell>
      <Cell {...roles.cell} className="py-2!">
        <span className="flex items-center gap-3">
          <MerchantLogo transaction={transaction} />
          <TransactionButton
            id={transaction.id}
            onOpen={onOpen}
            className={classNames('truncate', !pending && 'font-medium')}
          >
            {transactionTitle(transaction)}
          </TransactionButton>
        </span>
      </Cell>
      <Cell {...roles.cell} className="truncate text-muted">
        {transaction.name}
      </Cell>
      <Cell {...roles.cell} className="text-muted">
        <AccountName {...account} />
      </Cell>
      <Cell {...roles.cell} className="py-2!">
        <span className="flex items-center gap-2">
          <CategoryIcon category={category} size="small" />
          <span className="truncate">{categoryLabel(category)}</span>
        </span>
      </Cell>
      {/* Two stacked badges fit into a row of the usual height. */}
      <Cell {...roles.cell} numeric className="py-1!">
        <span className="flex items-center justify-end gap-2.5">
          <TransactionBadges transaction={transaction} className="justify-end" />
          <TransactionAmount transaction={transaction} />
        </span>
      </Cell>
    </Row>
  );
});

/** `Nov 21` in the current year, `Nov 21, 2025` in others. */
function listDay(day: string): string {
  return formatDay(day, day.slice(0, 4) === localToday().slice(0, 4) ? 'short' : 'medium');
}
