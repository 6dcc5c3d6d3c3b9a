import { labelOfCategory } from '@cairn/contract/taxonomy';
import { formatAccount, formatDay } from '../../platform/formats.ts';
import { dayOf, titleOf } from '../../platform/transaction-words.ts';
import { classNames } from '../../ui/class-names.ts';
import { MerchantMark } from './merchant-mark.tsx';
import { Amount, Marks, rowButton } from './transaction-table.tsx';
import type { Transaction } from './transactions.api.ts';

/** Transactions as a list under their days, for a phone. A row opens its transaction. */
export function TransactionList({
  transactions,
  onOpen,
}: {
  transactions: readonly Transaction[];
  onOpen: (transaction: Transaction) => void;
}) {
  return [...Map.groupBy(transactions, dayOf)].map(([day, rows]) => (
    <section key={day} aria-label={formatDay(day, 'long')}>
      <h2 className="sticky top-16 z-1 border-b border-line bg-sunken px-4 py-1.5 text-xs font-medium text-muted">
        {formatDay(day, 'long')}
      </h2>
      <ul>
        {rows.map((transaction) => (
          <ListRow key={transaction.id} transaction={transaction} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  ));
}

function ListRow({
  transaction,
  onOpen,
}: {
  transaction: Transaction;
  onOpen: (transaction: Transaction) => void;
}) {
  const { plaid_account: account, effective_category: category, pending } = transaction;
  return (
    <li className="relative flex items-center gap-3 px-4 py-3 not-last:border-b border-line active:bg-sunken/60">
      <MerchantMark transaction={transaction} />
      <div className="min-w-0 grow">
        <button
          type="button"
          onClick={() => onOpen(transaction)}
          className={classNames(
            'block max-w-full truncate text-left',
            rowButton,
            pending ? 'font-semibold text-muted' : 'font-medium',
          )}
        >
          {titleOf(transaction)}
        </button>
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
}
