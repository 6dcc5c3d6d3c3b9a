import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { memo, type Ref } from 'react';
import { transactionDay } from '../../../domain/transaction-labels.ts';
import { formatAccount, formatDay } from '../../../platform/formats/formats.ts';
import { classNames } from '../../../ui/class-names.ts';
import { MerchantLogo } from '../../../ui/merchant-logo.tsx';
import { SelectionMark } from '../selection/selection-mark.tsx';
import { RowTags } from '../tags/row-tags.tsx';
import type { Transaction } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { type ConstantColumn, isMerchantConstant, rowTitle } from './columns.ts';
import { groupByDay, isFirstOfDay } from './day-groups.ts';
import { TransactionAmount, TransactionBadges } from './transaction-badges.tsx';
import { pressedRowClass, TransactionButton } from './transaction-button.tsx';
import { maxRowsWithoutVirtualization, useVisibleRows } from './visible-rows.ts';

/** Heights in pixels at the default text size. */
const rowHeight = 66;
const headingHeight = 29;

interface ListProps {
  transactions: readonly Transaction[];
  /** The id of the transaction whose dialog is open, or null. */
  openId: string | null;
  /** What is the same in all rows, so that they omit it. */
  constantColumn?: ConstantColumn | undefined;
  onOpen: (id: string) => void;
}

/** Transactions as a list grouped by day, for narrow screens. A row opens its transaction. */
export function TransactionList(props: ListProps) {
  return props.transactions.length > maxRowsWithoutVirtualization ? (
    <VirtualList {...props} />
  ) : (
    <FullList {...props} />
  );
}

function FullList({ transactions, constantColumn, onOpen }: ListProps) {
  return [...Map.groupBy(transactions, transactionDay)].map(([day, rows]) => (
    <section key={day} aria-label={formatDay(day, 'long')}>
      <DayHeading day={day} />
      <ul>
        {rows.map((transaction) => (
          <ListRow
            key={transaction.id}
            transaction={transaction}
            constantColumn={constantColumn}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </section>
  ));
}

/** Renders only the visible rows. ARIA attributes give each row's position in the whole list. */
function VirtualList({ transactions, openId, constantColumn, onOpen }: ListProps) {
  const dayAt = (index: number) => {
    const transaction = transactions[index];
    return transaction === undefined ? '' : transactionDay(transaction);
  };
  const withHeading = (index: number, height: number) =>
    isFirstOfDay(index, dayAt) ? height + headingHeight : height;
  const { container, start, rows, bottomGap, measureRow } = useVisibleRows<
    HTMLDivElement,
    HTMLDivElement
  >({
    count: transactions.length,
    pinned: openId === null ? -1 : transactions.findIndex(({ id }) => id === openId),
    estimateHeight: (index) => withHeading(index, rowHeight),
    measureHeight: (row) =>
      withHeading(
        Number(row.getAttribute('data-index')),
        Math.round(row.getBoundingClientRect().height),
      ),
  });
  return (
    <div ref={container}>
      <div ref={start} />
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
                    constantColumn={constantColumn}
                    onOpen={onOpen}
                  />
                )
              );
            })}
          </ul>
        </section>,
      ])}
      <div style={{ height: bottomGap }} />
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
  constantColumn,
  onOpen,
}: {
  ref?: Ref<HTMLLIElement>;
  /** Its index in a virtual list, and the length of that list. */
  index?: number;
  count?: number;
  transaction: Transaction;
  constantColumn: ConstantColumn | undefined;
  onOpen: (id: string) => void;
}) {
  const { pending } = transaction;
  return (
    <li
      {...(ref && { ref })}
      {...(index !== undefined && {
        'data-index': index,
        'aria-posinset': index + 1,
        'aria-setsize': count,
      })}
      // Rows have the same height whatever they contain. The divider takes no space.
      className={classNames(
        'relative flex min-h-16.5 items-center gap-3 px-4 py-2 not-last:before:absolute not-last:before:inset-x-0 not-last:before:bottom-0 not-last:before:h-px not-last:before:bg-line',
        pressedRowClass,
      )}
    >
      {!isMerchantConstant(constantColumn) && (
        <SelectionMark id={transaction.id} size="medium">
          <MerchantLogo merchant={transaction} category={transaction.effective_category} />
        </SelectionMark>
      )}
      <div className="min-w-0 grow">
        <TransactionButton
          id={transaction.id}
          onOpen={onOpen}
          className={classNames(
            'block max-w-full truncate',
            pending ? 'font-semibold text-muted' : 'font-medium',
          )}
        >
          {constantColumn === 'merchant-and-name' ? (
            // The page is named after the merchant.
            <>
              <span className="sr-only">{rowTitle(transaction, constantColumn)}, </span>
              {categoryLabel(transaction.effective_category)}
            </>
          ) : (
            rowTitle(transaction, constantColumn)
          )}
        </TransactionButton>
        <p className="flex items-center gap-2 text-xs text-muted">
          <span className="min-w-10 shrink-10 truncate">
            {describe(transaction, constantColumn)}
          </span>
          <RowTags transaction={transaction} />
        </p>
      </div>
      <div className="shrink-0 text-right">
        <TransactionAmount transaction={transaction} />
        <TransactionBadges transaction={transaction} className="mt-0.5 justify-end" />
      </div>
    </li>
  );
});

/** The category and the account of a row, without the one that the page is about or that is the title. */
function describe(
  { plaid_account, effective_category }: Transaction,
  constantColumn: ConstantColumn | undefined,
): string {
  const category = categoryLabel(effective_category);
  const account = formatAccount(plaid_account.name, plaid_account.mask);
  if (constantColumn === 'account') return category;
  if (constantColumn === 'category' || constantColumn === 'merchant-and-name') return account;
  return formatMessage(transactionsCopy.list.categoryAndAccount, { category, account });
}
