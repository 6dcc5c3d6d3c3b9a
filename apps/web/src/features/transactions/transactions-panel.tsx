import { ReceiptText, SearchX } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { paths } from '../../paths.ts';
import { isRefusal } from '../../platform/api-error.ts';
import { useMedia } from '../../platform/media.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingNote, placeholders, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ShownTransaction } from './shown-transaction.tsx';
import { useTransactionInAddress } from './transaction-address.ts';
import { isNarrowed, type TransactionFilter } from './transaction-filter.ts';
import { TransactionList } from './transaction-list.tsx';
import { useTransactionPages } from './transaction-pages.api.ts';
import { roomForTable, TransactionTable } from './transaction-table.tsx';
import type { Transaction } from './transactions.api.ts';

/** The filtered transactions, page by page. */
export function TransactionsPanel({
  filter,
  onClear,
  empty,
}: {
  filter: TransactionFilter;
  /** Takes the filter away; left out where it is not the person's. */
  onClear?: () => void;
  /** What stands where there are none, in place of what is said of a filter. */
  empty?: ReactNode;
}) {
  const { id, open } = useTransactionInAddress();
  const pages = useTransactionPages(filter);
  const { data, error, hasNextPage, isPlaceholderData, isFetching, fetchNextPage } = pages;
  const transactions = useMemo(
    () => data?.pages.flatMap((page) => page.transactions) ?? [],
    [data],
  );
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isPlaceholderData) void fetchNextPage();
  }, [hasNextPage, isFetching, isPlaceholderData, fetchNextPage]);
  return (
    <>
      {data ? (
        <Rows
          pages={pages}
          transactions={transactions}
          shown={id}
          onOpen={open}
          nothing={empty ?? <Nothing filter={filter} onClear={onClear} />}
        />
      ) : (
        <div className={cardClass}>
          {!error && <Loading />}
          {error && (
            <ErrorState
              className="min-h-100 justify-center"
              title="Your transactions could not be loaded"
              detail={error.message}
              retry={() => pages.refetch()}
              retrying={isFetching}
              // An address that was kept may name what is no more: asking again changes nothing.
              instead={
                isRefusal(error) &&
                isNarrowed(filter) &&
                onClear && <ClearFilters onClear={onClear} />
              }
            />
          )}
        </div>
      )}
      <ShownTransaction rows={transactions} onNearEnd={loadMore} />
    </>
  );
}

function Rows({
  pages,
  transactions,
  shown,
  onOpen,
  nothing,
}: {
  pages: ReturnType<typeof useTransactionPages>;
  transactions: readonly Transaction[];
  /** The transaction whose dialog is open, or null. */
  shown: string | null;
  onOpen: (id: string) => void;
  /** What stands where there are none. */
  nothing: ReactNode;
}) {
  const List = useMedia(roomForTable) ? TransactionTable : TransactionList;
  const { error, isPlaceholderData, isFetchingNextPage, isFetchNextPageError } = pages;
  const trouble = error && !isFetchingNextPage && <Trouble pages={pages} />;
  return (
    <div className={classNames(cardClass, 'overflow-clip')}>
      {!isFetchNextPageError && trouble}
      {transactions.length === 0 ? (
        nothing
      ) : (
        // The rows of the filter before stay, paled, until those of this one come.
        <div
          aria-busy={isPlaceholderData}
          className={classNames(
            'transition-opacity duration-150',
            isPlaceholderData && 'opacity-55',
          )}
        >
          <List transactions={transactions} shown={shown} onOpen={onOpen} />
        </div>
      )}
      {isFetchNextPageError && trouble}
      {transactions.length > 0 && <LoadMore pages={pages} />}
      <Announcement count={transactions.length} busy={isPlaceholderData} more={pages.hasNextPage} />
    </div>
  );
}

function LoadMore({ pages }: { pages: ReturnType<typeof useTransactionPages> }) {
  return (
    <footer className="flex flex-wrap items-center justify-center gap-3 border-t border-line p-4">
      <Button
        variant="secondary"
        busy={pages.isFetchingNextPage}
        spent={!pages.hasNextPage || pages.isPlaceholderData}
        onClick={() => pages.fetchNextPage()}
      >
        Load More
      </Button>
    </footer>
  );
}

/** Says what could not be loaded: above the rows that stay, or where more of them were asked for. */
function Trouble({ pages }: { pages: ReturnType<typeof useTransactionPages> }) {
  const more = pages.isFetchNextPageError;
  return (
    <ErrorState
      className="m-4"
      title={
        more
          ? 'More transactions could not be loaded.'
          : 'Your transactions could not be brought up to date.'
      }
      since={pages.dataUpdatedAt}
      retry={() => (more ? pages.fetchNextPage() : pages.refetch())}
      retrying={pages.isFetching}
    />
  );
}

function Nothing({
  filter,
  onClear,
}: {
  filter: TransactionFilter;
  onClear: (() => void) | undefined;
}) {
  if (!isNarrowed(filter)) {
    return (
      <EmptyState
        icon={ReceiptText}
        title="No transactions yet"
        className="min-h-80 justify-center"
        action={<ButtonLink to={paths.link}>Link a bank</ButtonLink>}
      >
        They appear here as soon as a linked bank has sent them.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title="No transactions match"
      className="min-h-80 justify-center"
      action={onClear && <ClearFilters onClear={onClear} />}
    >
      Nothing of yours fits this search and these filters together.
    </EmptyState>
  );
}

function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="secondary" onClick={onClear}>
      Clear all filters
    </Button>
  );
}

/** Says to those who hear the page what a change of the filter has led to. */
function Announcement({ count, busy, more }: { count: number; busy: boolean; more: boolean }) {
  return (
    <p role="status" className="sr-only">
      {busy ? '' : `${count} transactions shown${more ? ', there are more' : ''}`}
    </p>
  );
}

function Loading() {
  return (
    <>
      <LoadingNote>Loading your transactions</LoadingNote>
      <div className="hidden h-[37px] border-b border-line lg:block" />
      {placeholders(12).map((key) => (
        <div
          key={key}
          className="flex h-[61px] lg:h-[53px] items-center gap-4 border-b border-line px-4 sm:px-6"
        >
          <Skeleton className="hidden h-4 w-14 lg:block" />
          <Skeleton className="size-9 rounded-lg lg:ml-9" />
          <Skeleton className="h-4 w-32" />
          <Skeleton className="mr-auto ml-[8%] hidden h-4 w-[14%] lg:block" />
          <Skeleton className="hidden h-4 w-[12%] lg:block" />
          <Skeleton className="hidden h-4 w-[14%] lg:block" />
          <Skeleton className="ml-auto h-4 w-16 lg:ml-8" />
        </div>
      ))}
    </>
  );
}
