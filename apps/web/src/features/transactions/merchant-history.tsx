import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { isRefusal } from '../../platform/api-error.ts';
import { formatCount } from '../../platform/formats.ts';
import { useMedia } from '../../platform/media.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CurrencyOfTotals } from '../../ui/money.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { monthsOf } from './month-amounts.ts';
import { MonthFigures } from './month-figures.tsx';
import { ShownTransaction } from './shown-transaction.tsx';
import { useTransactionInAddress } from './transaction-address.ts';
import { TransactionList } from './transaction-list.tsx';
import { roomForTable, TransactionTable } from './transaction-table.tsx';
import { type MerchantHistory, useMerchantHistory } from './transactions.api.ts';

const rowsAtOnce = 50;

/** Everything at the merchant of one transaction: what it took per month, and its rows. */
export function MerchantHistoryPanel({ txId }: { txId: string }) {
  const query = useMerchantHistory(txId);
  const { data, error } = query;
  // Also after it was there: its bank may take it back while its history is looked at.
  if (error && isRefusal(error)) {
    return (
      <EmptyState
        icon={ReceiptText}
        title="This transaction is not there"
        className="min-h-80 justify-center"
        action={<ButtonLink to={paths.transactions}>All transactions</ButtonLink>}
      >
        Its bank may have taken it back, or the link is not complete.
      </EmptyState>
    );
  }
  return (
    <>
      <QueryError
        what="The history"
        query={query}
        stale="mb-5"
        missing={classNames(cardClass, 'min-h-80 justify-center')}
      />
      {!data && !error && (
        <>
          <LoadingNote>Loading the history</LoadingNote>
          <Skeleton className="h-80" />
        </>
      )}
      {data && <History history={data} />}
    </>
  );
}

function History({
  history: { merchant, monthly_totals, not_counted, currency, transactions },
}: {
  history: MerchantHistory;
}) {
  const { id: shownId, open } = useTransactionInAddress();
  const [shown, setShown] = useState(rowsAtOnce);
  const List = useMedia(roomForTable) ? TransactionTable : TransactionList;
  const rows = transactions.slice(0, shown);
  return (
    <>
      <CurrencyOfTotals value={currency}>
        <MonthFigures
          months={monthsOf(monthly_totals)}
          all={Object.values(monthly_totals)}
          totalName="In all"
          label={`Spent at ${merchant} per month`}
          notCounted={not_counted}
        />
      </CurrencyOfTotals>
      <section aria-label="Transactions" className={classNames(cardClass, 'mt-5 overflow-clip')}>
        <List transactions={rows} shown={shownId} onOpen={open} />
        {rows.length < transactions.length && (
          <footer className="border-t border-line p-4 text-center">
            <Button variant="secondary" onClick={() => setShown(shown + rowsAtOnce)}>
              Load More
            </Button>
            <p className="mt-2 text-xs text-muted">
              {formatCount(rows.length)} of {formatCount(transactions.length)}
            </p>
          </footer>
        )}
      </section>
      <ShownTransaction rows={transactions} />
    </>
  );
}
