import { labelOfCategory } from '@cairn/contract/taxonomy';
import { formatDay, todayHere } from '../../platform/formats.ts';
import { dayOf, titleOf } from '../../platform/transaction-words.ts';
import { AccountName } from '../../ui/account-name.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Money } from '../../ui/money.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { MerchantMark } from './merchant-mark.tsx';
import type { Transaction } from './transactions.api.ts';

/** Below this there is no room for a table. */
export const roomForTable = '(min-width: 64rem)';

/** Transactions as a table, for where there is room. A row opens its transaction. */
export function TransactionTable({
  transactions,
  onOpen,
}: {
  transactions: readonly Transaction[];
  onOpen: (transaction: Transaction) => void;
}) {
  return (
    <Table caption="Transactions" className="table-fixed">
      <thead>
        <tr>
          <HeadCell className="w-34">Date</HeadCell>
          <HeadCell className="w-[21%]">Merchant</HeadCell>
          <HeadCell>Name</HeadCell>
          <HeadCell className="w-[19%]">Account</HeadCell>
          <HeadCell className="w-[20%]">Detailed Category</HeadCell>
          <HeadCell numeric className="w-45">
            Amount
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <TableRow key={transaction.id} transaction={transaction} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  );
}

function TableRow({
  transaction,
  onOpen,
}: {
  transaction: Transaction;
  onOpen: (transaction: Transaction) => void;
}) {
  const { plaid_account: account, effective_category: category, pending } = transaction;
  return (
    <Row
      className={classNames('relative hover:bg-sunken/60', pending && 'font-semibold text-muted')}
    >
      <Cell className="figures text-muted">{listDay(dayOf(transaction))}</Cell>
      <Cell className="py-2!">
        <span className="flex items-center gap-3">
          <MerchantMark transaction={transaction} />
          <button
            type="button"
            onClick={() => onOpen(transaction)}
            className={classNames(
              'min-w-0 truncate text-left',
              !pending && 'font-medium',
              rowButton,
            )}
          >
            {titleOf(transaction)}
          </button>
        </span>
      </Cell>
      <Cell className="truncate text-muted">{transaction.name}</Cell>
      <Cell className="text-muted">
        <AccountName {...account} />
      </Cell>
      <Cell className="py-2!">
        <span className="flex items-center gap-2">
          <CategoryIcon category={category} size="small" />
          <span className="truncate">{labelOfCategory(category)}</span>
        </span>
      </Cell>
      <Cell numeric>
        <span className="flex items-center justify-end gap-2.5">
          <Marks transaction={transaction} />
          <Amount transaction={transaction} />
        </span>
      </Cell>
    </Row>
  );
}

/** A button that covers its row: all of it is pressed, and one thing is focused. */
export const rowButton =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent';

/** The amount of a row: money in green, what does not count muted. */
export function Amount({ transaction }: { transaction: Transaction }) {
  const { amount, currency, pending, excluded } = transaction;
  return (
    <Money
      amount={amount}
      currency={currency}
      flow
      className={classNames(
        pending ? 'font-semibold' : 'font-medium',
        (pending || excluded !== null) && amount >= 0 && 'text-muted',
      )}
    />
  );
}

/** What is to be known of a row besides: that it is pending, that it is not counted. */
export function Marks({
  transaction: { pending, excluded },
  className,
}: {
  transaction: Transaction;
  className?: string;
}) {
  if (!pending && excluded === null) return null;
  return (
    <span className={classNames('flex flex-wrap gap-1', className)}>
      {pending && <Badge className="px-2! py-0!">Pending</Badge>}
      {excluded !== null && <Badge className="px-2! py-0!">Excluded</Badge>}
    </span>
  );
}

/** `Nov 21` in this year, `Nov 21, 2025` in others. */
function listDay(day: string): string {
  return formatDay(day, day.slice(0, 4) === todayHere().slice(0, 4) ? 'short' : 'medium');
}
