import { labelOfCategory } from '@cairn/contract/taxonomy';
import { memo, type Ref } from 'react';
import { formatDay, todayHere } from '../../platform/formats.ts';
import { dayOf, titleOf } from '../../platform/transaction-words.ts';
import { AccountName } from '../../ui/account-name.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { MerchantMark } from './merchant-mark.tsx';
import { allUpTo, useRowsInSight } from './rows-in-sight.ts';
import { pressedRow, TransactionButton } from './transaction-button.tsx';
import { Amount, Marks } from './transaction-marks.tsx';
import type { Transaction } from './transactions.api.ts';

/** Below this there is no room for a table. */
export const roomForTable = '(min-width: 64rem)';

/**
 * Each row lays its own cells out: a browser that lays a table out looks at all of it for every row that
 * comes and goes while one scrolls, four times the work.
 */
const rowGrid =
  'grid grid-cols-[8.5rem_21%_minmax(0,1fr)_19%_20%_11.25rem] items-center [contain:content]';
/** Parts of a table that are laid out as none have to say what they are: not every browser does. */
const parts = {
  table: { role: 'table', className: 'block' },
  group: { role: 'rowgroup', className: 'block' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
/** The height of a row as a rule, in pixels at the usual size of text. */
const rowHeight = 53;

interface Rows {
  transactions: readonly Transaction[];
  /** The transaction whose dialog is open, or null. */
  shown: string | null;
  onOpen: (id: string) => void;
}

/** Transactions as a table, for where there is room. A row opens its transaction. */
export function TransactionTable(props: Rows) {
  return props.transactions.length > allUpTo ? <LongTable {...props} /> : <WholeTable {...props} />;
}

function WholeTable({ transactions, onOpen }: Rows) {
  return (
    <Table caption="Transactions" {...parts.table}>
      <Head />
      <tbody {...parts.group}>
        {transactions.map((transaction) => (
          <TableRow key={transaction.id} transaction={transaction} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  );
}

/** Only the rows in sight are on the page; those who hear it are told each one's place among all. */
function LongTable({ transactions, shown, onOpen }: Rows) {
  const { container, rows, rest, measureRow } = useRowsInSight<HTMLTableSectionElement>({
    count: transactions.length,
    kept: shown === null ? -1 : transactions.findIndex(({ id }) => id === shown),
    sizeOf: () => rowHeight,
    measure: (row) => Math.round(row.getBoundingClientRect().height),
  });
  return (
    <Table caption="Transactions" {...parts.table} aria-rowcount={transactions.length + 1}>
      <Head index={1} />
      <tbody {...parts.group} ref={container}>
        {rows.map(({ index, gap }) => {
          const transaction = transactions[index];
          return (
            transaction && [
              gap > 0 && <Space key={`before ${transaction.id}`} height={gap} />,
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
        <Space key="rest" height={rest} />
      </tbody>
    </Table>
  );
}

/** The room of rows that are not on the page. */
function Space({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a table takes no focus.
    <tr aria-hidden="true" className="block" style={{ height }} />
  );
}

const headings = ['Date', 'Merchant', 'Name', 'Account', 'Detailed Category', 'Amount'];

function Head({ index }: { index?: number }) {
  return (
    <thead {...parts.group}>
      <tr {...parts.row} aria-rowindex={index} className={rowGrid}>
        {headings.map((heading) => (
          <HeadCell key={heading} {...parts.heading} numeric={heading === 'Amount'}>
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
  /** Its place in a list of which only a part is on the page. */
  index?: number;
  transaction: Transaction;
  onOpen: (id: string) => void;
}) {
  const { plaid_account: account, effective_category: category, pending } = transaction;
  return (
    <Row
      {...(ref && { ref })}
      {...(index !== undefined && { 'data-index': index, 'aria-rowindex': index + 2 })}
      {...parts.row}
      className={classNames(
        rowGrid,
        'relative min-h-13.25 hover:bg-sunken/60',
        pressedRow,
        pending && 'font-semibold text-muted',
      )}
    >
      <Cell {...parts.cell} className="figures text-muted">
        {listDay(dayOf(transaction))}
      </Cell>
      <Cell {...parts.cell} className="py-2!">
        <span className="flex items-center gap-3">
          <MerchantMark transaction={transaction} />
          <TransactionButton
            id={transaction.id}
            onOpen={onOpen}
            className={classNames('truncate', !pending && 'font-medium')}
          >
            {titleOf(transaction)}
          </TransactionButton>
        </span>
      </Cell>
      <Cell {...parts.cell} className="truncate text-muted">
        {transaction.name}
      </Cell>
      <Cell {...parts.cell} className="text-muted">
        <AccountName {...account} />
      </Cell>
      <Cell {...parts.cell} className="py-2!">
        <span className="flex items-center gap-2">
          <CategoryIcon category={category} size="small" />
          <span className="truncate">{labelOfCategory(category)}</span>
        </span>
      </Cell>
      {/* Room for two marks, one above the other, in a row of the usual height. */}
      <Cell {...parts.cell} numeric className="py-1!">
        <span className="flex items-center justify-end gap-2.5">
          <Marks transaction={transaction} className="justify-end" />
          <Amount transaction={transaction} />
        </span>
      </Cell>
    </Row>
  );
});

/** `Nov 21` in this year, `Nov 21, 2025` in others. */
function listDay(day: string): string {
  return formatDay(day, day.slice(0, 4) === todayHere().slice(0, 4) ? 'short' : 'medium');
}
