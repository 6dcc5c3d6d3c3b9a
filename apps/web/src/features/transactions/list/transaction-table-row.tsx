import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { memo, type Ref } from 'react';
import { transactionDay } from '../../../domain/transaction-labels.ts';
import { formatDay, localToday } from '../../../platform/formats/formats.ts';
import { AccountName } from '../../../ui/account-name.tsx';
import { CategoryIcon } from '../../../ui/category-icon.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { MerchantLogo } from '../../../ui/merchant-logo.tsx';
import { Cell } from '../../../ui/table.tsx';
import { SelectionMark } from '../selection/selection-mark.tsx';
import { RowTags } from '../tags/row-tags.tsx';
import type { Transaction } from '../transactions.api.ts';
import {
  bankTextBeside,
  type ConstantColumn,
  isMerchantConstant,
  rowGrid,
  rowTitle,
} from './columns.ts';
import { TransactionAmount, TransactionBadges } from './transaction-badges.tsx';
import { pressedRowClass, TransactionButton } from './transaction-button.tsx';

/** The height of a row, in pixels at the default text size: that of a touch target. */
export const rowHeight = 44;

/** Explicit: without table layout, some browsers drop the implicit role. */
const cell = { role: 'cell' } as const;

/** A row of the table. It opens its transaction. The day is visible only beside the first row of the day. */
export const TransactionTableRow = memo(function TransactionTableRow({
  ref,
  index,
  transaction,
  constantColumn,
  onOpen,
}: {
  ref?: Ref<HTMLTableRowElement>;
  /** Its index in a virtual table. */
  index?: number;
  transaction: Transaction;
  constantColumn: ConstantColumn | undefined;
  onOpen: (id: string) => void;
}) {
  const { plaid_account: account, effective_category: category, pending } = transaction;
  const bankText = bankTextBeside(transaction, constantColumn);
  return (
    <tr
      {...(ref && { ref })}
      {...(index !== undefined && { 'data-index': index, 'aria-rowindex': index + 2 })}
      // biome-ignore lint/a11y/noRedundantRoles: without table layout, some browsers drop the implicit role.
      role="row"
      className={classNames(
        rowGrid(constantColumn, bankText !== null || transaction.tags.length > 0),
        'relative min-h-11 transition-colors *:py-1! hover:bg-sunken/60',
        // Days are divided by lines of the full width, rows of one day by shorter ones.
        'not-last:before:absolute not-last:before:right-0 not-last:before:bottom-0 not-last:before:left-34 not-last:before:h-px not-last:before:bg-line',
        pressedRowClass,
        pending && 'font-semibold text-muted',
      )}
    >
      <Cell {...cell}>
        <span className="sr-only">{rowDay(transactionDay(transaction))}</span>
      </Cell>
      <TitleCell transaction={transaction} constantColumn={constantColumn} onOpen={onOpen} />
      {!isMerchantConstant(constantColumn) && (
        <Cell {...cell} className="min-w-0 truncate pl-0! text-xs text-muted">
          <span className="flex items-center gap-2">
            {bankText !== null && <span className="min-w-12 truncate">{bankText}</span>}
            <RowTags transaction={transaction} />
          </span>
        </Cell>
      )}
      {constantColumn !== 'account' && (
        <Cell {...cell} className="text-muted">
          <AccountName {...account} />
        </Cell>
      )}
      {constantColumn !== 'category' && (
        <Cell {...cell}>
          <span className="flex items-center gap-2">
            <CategoryIcon category={category} size="small" />
            <span className="truncate">{categoryLabel(category)}</span>
          </span>
        </Cell>
      )}
      <Cell {...cell} numeric>
        <span className="flex items-center justify-end gap-3">
          {constantColumn === 'merchant-and-name' && (
            <TransactionBadges transaction={transaction} />
          )}
          <TransactionAmount transaction={transaction} />
        </span>
      </Cell>
    </tr>
  );
});

/** The cell with the button that opens the row: the merchant, or on a merchant's page the bank's text. */
function TitleCell({
  transaction,
  constantColumn,
  onOpen,
}: {
  transaction: Transaction;
  constantColumn: ConstantColumn | undefined;
  onOpen: (id: string) => void;
}) {
  const { id, pending } = transaction;
  const title = rowTitle(transaction, constantColumn);
  if (constantColumn === 'merchant-and-name') {
    return (
      <Cell {...cell} className="px-0!">
        <TransactionButton id={id} onOpen={onOpen} className="absolute inset-0">
          <span className="sr-only">{title}</span>
        </TransactionButton>
      </Cell>
    );
  }
  return (
    <Cell {...cell} className="min-w-0">
      <span className="flex items-center gap-3">
        {constantColumn !== 'merchant' && (
          <SelectionMark id={id} size="small">
            <MerchantLogo
              merchant={transaction}
              category={transaction.effective_category}
              size="small"
            />
          </SelectionMark>
        )}
        <TransactionButton
          id={id}
          onOpen={onOpen}
          className={classNames('truncate', !pending && 'font-medium')}
        >
          {title}
        </TransactionButton>
        <TransactionBadges transaction={transaction} className="shrink-0" />
      </span>
    </Cell>
  );
}

/** `Nov 21` in the current year, `Nov 21, 2025` in others. */
const rowDay = (day: string): string => formatDay(day, isThisYear(day) ? 'short' : 'medium');

/** `Sat, Nov 21` in the current year, `Nov 21, 2025` in others. */
export const dayLabel = (day: string): string =>
  formatDay(day, isThisYear(day) ? 'weekday' : 'medium');

const isThisYear = (day: string): boolean => day.slice(0, 4) === localToday().slice(0, 4);
