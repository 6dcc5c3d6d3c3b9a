import { formatMessage } from '@cairn/contract/text/copy';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { isPermanentError } from '../../../platform/api/api-error.ts';
import { useMediaQuery } from '../../../platform/browser/media-query.ts';
import { formatCount } from '../../../platform/formats/formats.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { cardClass } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../../ui/feedback/states.tsx';
import { TotalsCurrency } from '../../../ui/money.tsx';
import { OpenTransaction } from '../dialog/open-transaction.tsx';
import { useTransactionParam } from '../dialog/transaction-param.ts';
import { merchantColumns } from '../list/columns.ts';
import { ListPlaceholder } from '../list/list-placeholder.tsx';
import { TransactionList } from '../list/transaction-list.tsx';
import { TransactionTable, tableMediaQuery } from '../list/transaction-table.tsx';
import { type MerchantHistory, useMerchantHistory } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { recentMonths } from './month-amounts.ts';
import { MonthlyTotalsCard } from './monthly-totals-card.tsx';

const pageSize = 50;

/** All spending at one transaction's merchant: totals per month, and the transactions. */
export function MerchantHistoryPanel({ transactionId }: { transactionId: string }) {
  const query = useMerchantHistory(transactionId);
  const { data, error } = query;
  // The error is checked even when data is cached, because the bank may remove the transaction while the page is open.
  if (error && isPermanentError(error)) {
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
        subject={transactionsCopy.merchantHistory.subject}
        query={query}
        bannerClass="mb-5"
        placeholderClass={classNames(cardClass, 'min-h-80 justify-center')}
      />
      {!data && !error && (
        <>
          <Skeleton className="h-80 rounded-card" />
          <div className={classNames(cardClass, 'mt-5')}>
            <ListPlaceholder />
          </div>
        </>
      )}
      {data && <History history={data} />}
    </>
  );
}

function History({
  history: { merchant, monthly_totals, omitted_count, currency, transactions },
}: {
  history: MerchantHistory;
}) {
  const { id: openId, open } = useTransactionParam();
  const [rowCount, setRowCount] = useState(pageSize);
  const List = useMediaQuery(tableMediaQuery) ? TransactionTable : TransactionList;
  const rows = transactions.slice(0, rowCount);
  return (
    <>
      <TotalsCurrency value={currency}>
        <MonthlyTotalsCard
          months={recentMonths(monthly_totals)}
          all={Object.values(monthly_totals)}
          totalName={transactionsCopy.monthlyTotals.allTime}
          label={formatMessage(transactionsCopy.monthlyTotals.spentAtMerchant, { merchant })}
          uncountedCount={omitted_count}
        />
      </TotalsCurrency>
      <section
        aria-label={transactionsCopy.title}
        className={classNames(cardClass, 'mt-5 overflow-clip')}
      >
        <List
          transactions={rows}
          openId={openId}
          constantColumn={merchantColumns(transactions)}
          onOpen={open}
        />
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
      <OpenTransaction rows={transactions} />
    </>
  );
}
