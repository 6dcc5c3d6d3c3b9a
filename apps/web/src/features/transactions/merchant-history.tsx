import { formatMessage } from '@cairn/contract/copy';
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
import { transactionsCopy } from './transactions.copy.ts';

const pageSize = 50;

/** All spending at one transaction's merchant: totals per month, and the transactions. */
export function MerchantHistoryPanel({ txId }: { txId: string }) {
  const query = useMerchantHistory(txId);
  const { data, error } = query;
  // Checked even when data is cached: the bank may remove the transaction while the page is open.
  if (error && isRefusal(error)) {
    return (
      <EmptyState
        icon={ReceiptText}
        title={transactionsCopy.dialog.notFoundTitle}
        className="min-h-80 justify-center"
        action={<ButtonLink to={paths.transactions}>{transactionsCopy.allTransactions}</ButtonLink>}
      >
        {transactionsCopy.dialog.notFound}
      </EmptyState>
    );
  }
  return (
    <>
      <QueryError
        what={transactionsCopy.merchantHistory.subject}
        query={query}
        stale="mb-5"
        missing={classNames(cardClass, 'min-h-80 justify-center')}
      />
      {!data && !error && (
        <>
          <LoadingNote>{transactionsCopy.merchantHistory.loading}</LoadingNote>
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
  const { id: openId, open } = useTransactionInAddress();
  const [rowCount, setRowCount] = useState(pageSize);
  const List = useMedia(roomForTable) ? TransactionTable : TransactionList;
  const rows = transactions.slice(0, rowCount);
  return (
    <>
      <CurrencyOfTotals value={currency}>
        <MonthFigures
          months={monthsOf(monthly_totals)}
          all={Object.values(monthly_totals)}
          totalName={transactionsCopy.monthlyTotals.allTime}
          label={formatMessage(transactionsCopy.monthlyTotals.spentAtMerchant, { merchant })}
          notCounted={not_counted}
        />
      </CurrencyOfTotals>
      <section
        aria-label={transactionsCopy.title}
        className={classNames(cardClass, 'mt-5 overflow-clip')}
      >
        <List transactions={rows} openId={openId} onOpen={open} />
        {rows.length < transactions.length && (
          <footer className="border-t border-line p-4 text-center">
            <Button variant="secondary" onClick={() => setRowCount(rowCount + pageSize)}>
              {transactionsCopy.loadMore}
            </Button>
            <p className="mt-2 text-xs text-muted">
              {formatMessage(transactionsCopy.merchantHistory.shownOfTotal, {
                shown: formatCount(rows.length),
                total: formatCount(transactions.length),
              })}
            </p>
          </footer>
        )}
      </section>
      <ShownTransaction rows={transactions} />
    </>
  );
}
