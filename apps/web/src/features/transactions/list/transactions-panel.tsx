import { formatPlural } from '@cairn/contract/text/copy';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { ReceiptText, SearchX } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { paths } from '../../../paths.ts';
import { isPermanentError } from '../../../platform/api/api-error.ts';
import { useMediaQuery } from '../../../platform/browser/media-query.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { cardClass } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { OpenTransaction } from '../dialog/open-transaction.tsx';
import { useTransactionParam } from '../dialog/transaction-param.ts';
import { hasActiveFilter, type TransactionFilter } from '../filter/transaction-filter.ts';
import { type Selection, SelectionContext } from '../selection/selection.ts';
import type { Transaction } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import type { ConstantColumn } from './columns.ts';
import { ListPlaceholder } from './list-placeholder.tsx';
import { TransactionList } from './transaction-list.tsx';
import { useTransactionPages } from './transaction-pages.api.ts';
import { TransactionTable, tableMediaQuery } from './transaction-table.tsx';

const copy = transactionsCopy.list;

/** Retry refetches everything that failed: if the list did, the totals above it usually did too. */
const hasFailed = ({ state }: Query) => state.status === 'error';

/** The filtered transactions, page by page. */
export function TransactionsPanel({
  filter,
  onClear,
  empty,
  constantColumn,
  selection = null,
}: {
  filter: TransactionFilter;
  /** Clears the filter. Omitted if the user did not set it. */
  onClear?: () => void;
  /** Replaces the default empty state. */
  empty?: ReactNode;
  /** A column that the page makes redundant. */
  constantColumn?: ConstantColumn | undefined;
  /** While rows are being selected. */
  selection?: Selection | null;
}) {
  const { id: openId, open } = useTransactionParam();
  const client = useQueryClient();
  const pages = useTransactionPages(filter);
  const { data, error, hasNextPage, isPlaceholderData, isFetching, fetchNextPage } = pages;
  const transactions = useMemo(
    () => data?.pages.flatMap((page) => page.transactions) ?? [],
    [data],
  );
  const setRows = selection?.setRows;
  useEffect(() => setRows?.(transactions.map(({ id }) => id)), [setRows, transactions]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isPlaceholderData) void fetchNextPage();
  }, [hasNextPage, isFetching, isPlaceholderData, fetchNextPage]);
  return (
    <SelectionContext value={selection}>
      {data ? (
        <Rows
          pages={pages}
          transactions={transactions}
          openId={openId}
          onOpen={open}
          constantColumn={constantColumn}
          empty={empty ?? <NoTransactions filter={filter} onClear={onClear} />}
        />
      ) : (
        <div className={cardClass}>
          {!error && <ListPlaceholder />}
          {error && (
            <ErrorState
              className="min-h-100 justify-center"
              title={copy.loadFailed}
              detail={error.message}
              retry={() => client.refetchQueries({ type: 'active', predicate: hasFailed })}
              retrying={isFetching}
              // A bookmarked filter may name a deleted account. Retrying would fail again.
              action={
                isPermanentError(error) &&
                hasActiveFilter(filter) &&
                onClear && <ClearFilters onClear={onClear} />
              }
            />
          )}
        </div>
      )}
      <OpenTransaction rows={transactions} onNearEnd={loadMore} />
    </SelectionContext>
  );
}

function Rows({
  pages,
  transactions,
  openId,
  onOpen,
  constantColumn,
  empty,
}: {
  pages: ReturnType<typeof useTransactionPages>;
  transactions: readonly Transaction[];
  /** The id of the transaction whose dialog is open, or null. */
  openId: string | null;
  onOpen: (id: string) => void;
  constantColumn: ConstantColumn | undefined;
  /** Shown when there are no transactions. */
  empty: ReactNode;
}) {
  const List = useMediaQuery(tableMediaQuery) ? TransactionTable : TransactionList;
  const { error, isPlaceholderData, isFetchingNextPage, isFetchNextPageError } = pages;
  const failure = error && !isFetchingNextPage && <FetchError pages={pages} />;
  return (
    <div className={classNames(cardClass, 'overflow-clip')}>
      {!isFetchNextPageError && failure}
      {transactions.length === 0 ? (
        empty
      ) : (
        // The previous filter's rows stay, dimmed, until the new ones load.
        <div
          aria-busy={isPlaceholderData}
          className={classNames(
            'transition-opacity duration-150',
            isPlaceholderData && 'opacity-55',
          )}
        >
          <List
            transactions={transactions}
            openId={openId}
            constantColumn={constantColumn}
            onOpen={onOpen}
          />
        </div>
      )}
      {isFetchNextPageError && failure}
      {transactions.length > 0 && <LoadMore pages={pages} />}
      <CountAnnouncement
        count={transactions.length}
        busy={isPlaceholderData}
        hasMore={pages.hasNextPage}
      />
    </div>
  );
}

function LoadMore({ pages }: { pages: ReturnType<typeof useTransactionPages> }) {
  return (
    <footer className="flex flex-wrap items-center justify-center gap-3 border-t border-line p-4">
      <Button
        variant="secondary"
        busy={pages.isFetchingNextPage}
        disabledFocusable={!pages.hasNextPage || pages.isPlaceholderData}
        onClick={() => pages.fetchNextPage()}
      >
        {transactionsCopy.loadMore}
      </Button>
    </footer>
  );
}

/** A failed refresh, shown above the rows, or a failed next page, shown below them. */
function FetchError({ pages }: { pages: ReturnType<typeof useTransactionPages> }) {
  const isNextPage = pages.isFetchNextPageError;
  return (
    <ErrorState
      className="m-4"
      title={isNextPage ? copy.loadMoreFailed : copy.refreshFailed}
      since={pages.dataUpdatedAt}
      retry={() => (isNextPage ? pages.fetchNextPage() : pages.refetch())}
      retrying={pages.isFetching}
    />
  );
}

function NoTransactions({
  filter,
  onClear,
}: {
  filter: TransactionFilter;
  onClear: (() => void) | undefined;
}) {
  if (!hasActiveFilter(filter)) {
    return (
      <EmptyState
        icon={ReceiptText}
        title={copy.emptyTitle}
        className="min-h-80 justify-center"
        action={<ButtonLink to={paths.link}>{copy.linkBank}</ButtonLink>}
      >
        {copy.empty}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title={copy.noMatchTitle}
      className="min-h-80 justify-center"
      action={onClear && <ClearFilters onClear={onClear} />}
    >
      {copy.noMatch}
    </EmptyState>
  );
}

function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="secondary" onClick={onClear}>
      {transactionsCopy.filter.clearAll}
    </Button>
  );
}

/** Announces the result of a filter change to screen readers. */
function CountAnnouncement({
  count,
  busy,
  hasMore,
}: {
  count: number;
  busy: boolean;
  hasMore: boolean;
}) {
  return (
    <p role="status" className="sr-only">
      {busy ? '' : formatPlural(count, hasMore ? copy.shownWithMore : copy.shown)}
    </p>
  );
}
