import { ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { emptyFilter } from '../filter/transaction-filter.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { TransactionsPanel } from './transactions-panel.tsx';

/** The transactions of one account, page by page. */
export function AccountTransactions({ id }: { id: string }) {
  const filter = useMemo(() => ({ ...emptyFilter, accounts: [id] }), [id]);
  return (
    <section aria-label={transactionsCopy.title} className="mt-6">
      <h2 className="mb-3 text-base font-semibold">{transactionsCopy.title}</h2>
      <TransactionsPanel
        filter={filter}
        constantColumn="account"
        empty={
          <EmptyState
            icon={ReceiptText}
            title={transactionsCopy.list.emptyAccountTitle}
            className="py-12"
          >
            {transactionsCopy.list.emptyAccount}
          </EmptyState>
        }
      />
    </section>
  );
}
