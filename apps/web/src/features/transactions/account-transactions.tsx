import { ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { EmptyState } from '../../ui/states.tsx';
import { noFilter } from './transaction-filter.ts';
import { TransactionsPanel } from './transactions-panel.tsx';

/** The transactions of one account, page by page. */
export function AccountTransactions({ id }: { id: string }) {
  const filter = useMemo(() => ({ ...noFilter, accounts: [id] }), [id]);
  return (
    <section aria-label="Transactions" className="mt-6">
      <h2 className="mb-3 text-base font-semibold">Transactions</h2>
      <TransactionsPanel
        filter={filter}
        empty={
          <EmptyState icon={ReceiptText} title="No transactions" className="py-12">
            The bank has sent none for this account.
          </EmptyState>
        }
      />
    </section>
  );
}
