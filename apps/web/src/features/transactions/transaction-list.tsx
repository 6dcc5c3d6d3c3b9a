import { labelOfCategory } from '@cairn/contract/taxonomy';
import { memo, type Ref } from 'react';
import { formatAccount, formatDay } from '../../platform/formats.ts';
import { dayOf, titleOf } from '../../platform/transaction-words.ts';
import { classNames } from '../../ui/class-names.ts';
import { groupByDay, isFirstOfDay } from './day-groups.ts';
import { MerchantMark } from './merchant-mark.tsx';
import { allUpTo, useRowsInSight } from './rows-in-sight.ts';
import { pressedRow, TransactionButton } from './transaction-button.tsx';
import { Amount, Marks } from './transaction-marks.tsx';
import type { Transaction } from './transactions.api.ts';

/** Heights in pixels at the usual size of text. */
const rowHeight = 66;
const headingHeight = 29;

interface Rows {
  transactions: readonly Transaction[];
  /** The transaction whose dialog is open, or null. */
  shown: string | null;
  onOpen: (id: string) => void;
}

/** Transactions as a list under their days, for a phone. A row opens its transaction. */
export function TransactionList(props: Rows) {
  return props.transactions.length > allUpTo ? <LongList {...props} /> : <WholeList {...props} />;
}

function WholeList({ transactions, onOpen }: Rows) {
  return [...Map.groupBy(transactions, dayOf)].map(([day, rows]) => (
    <section key={day} aria-label={formatDay(day, 'long')}>
      <DayHeading day={day} />
      <ul>
        {rows.map((transaction) => (
          <ListRow key={transaction.id} transaction={transaction} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  ));
}

/** Only the rows in sight are on the page; those who hear it are told each one's place among all. */
function LongList({ transactions, shown, onOpen }: Rows) {
  const dayAt = (index: number) => {
    const transaction = transactions[index];
    return transaction === undefined ? '' : dayOf(transaction);
  };
  const withHeading = (index: number, height: number) =>
    isFirstOfDay(index, dayAt) ? height + headingHeight : height;
  const { container, rows, rest, measureRow } = useRowsInSight<HTMLDivElement>({
    count: transactions.length,
    kept: shown === null ? -1 : transactions.findIndex(({ id }) => id === shown),
    sizeOf: (index) => withHeading(index, rowHeight),
    measure: (row) =>
      withHeading(
        Number(row.getAttribute('data-index')),
        Math.round(row.getBoundingClientRect().height),
      ),
  });
  return (
    <div ref={container}>
      {groupByDay(rows, dayAt, headingHeight).map(({ key, day, rows: indexes, gap }) => [
        gap > 0 && <div key={`before ${key}`} style={{ height: gap }} />,
        <section key={key} aria-label={formatDay(day, 'long')}>
          <DayHeading day={day} />
          <ul>
            {indexes.map((index) => {
              const transaction = transactions[index];
              return (
                transaction && (
                  <ListRow
                    key={transaction.id}
                    ref={measureRow}
                    index={index}
                    count={transactions.length}
                    transaction={transaction}
                    onOpen={onOpen}
                  />
                )
              );
            })}
          </ul>
        </section>,
      ])}
      <div style={{ height: rest }} />
    </div>
  );
}

function DayHeading({ day }: { day: string }) {
  return (
    <h2 className="sticky top-16 z-1 h-7.25 border-b border-line bg-sunken px-4 py-1.5 text-xs font-medium text-muted">
      {formatDay(day, 'long')}
    </h2>
  );
}

const ListRow = memo(function ListRow({
  ref,
  index,
  count,
  transaction,
  onOpen,
}: {
  ref?: Ref<HTMLLIElement>;
  /** Its place in a list of which only a part is on the page, and how many rows that has. */
  index?: number;
  count?: number;
  transaction: Transaction;
  onOpen: (id: string) => void;
}) {
  const { plaid_account: account, effective_category: category, pending } = transaction;
  return (
    <li
      {...(ref && { ref })}
      {...(index !== undefined && {
        'data-index': index,
        'aria-posinset': index + 1,
        'aria-setsize': count,
      })}
      // All of one height, whatever is in them; the line between two takes no room.
      className={classNames(
        'relative flex min-h-16.5 items-center gap-3 px-4 py-2 not-last:before:absolute not-last:before:inset-x-0 not-last:before:bottom-0 not-last:before:h-px not-last:before:bg-line',
        pressedRow,
      )}
    >
      <MerchantMark transaction={transaction} />
      <div className="min-w-0 grow">
        <TransactionButton
          id={transaction.id}
          onOpen={onOpen}
          className={classNames(
            'block max-w-full truncate',
            pending ? 'font-semibold text-muted' : 'font-medium',
          )}
        >
          {titleOf(transaction)}
        </TransactionButton>
        <p className="truncate text-xs text-muted">
          {labelOfCategory(category)} · {formatAccount(account.name, account.mask)}
        </p>
      </div>
      <div className="shrink-0 text-right">
        <Amount transaction={transaction} />
        <Marks transaction={transaction} className="mt-0.5 justify-end" />
      </div>
    </li>
  );
});
