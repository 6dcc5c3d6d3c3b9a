import type { CallBody, CallResponse } from '@cairn/contract/calls';
import { type InfiniteData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../platform/api/api-client.ts';
import {
  callQuery,
  invalidateFinancialData,
  invalidateQuery,
  queryClient,
} from '../../platform/api/query-client.ts';
import { publishToOtherTabs, subscribeToOtherTabs } from './dialog/cross-tab-changes.ts';
import { offerUndo } from './dialog/offer-undo.ts';
import { pagesAfterChange, replaceChangedRows } from './list/changed-rows.ts';

export type Transaction = CallResponse<'GET /user/transactions/recent'>['transactions'][number];
type Page = CallResponse<'POST /user/transactions/v2'>;

/** The newest transactions. A failure is only logged: the list is unchanged, or empty. */
export function useRecentTransactions() {
  const query = useQuery(callQuery('GET /user/transactions/recent'));
  const { error } = query;
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: this failure is logged and not shown.
    if (error) console.warn('Recent transactions could not be loaded', error);
  }, [error]);
  return query;
}

const transactionQuery = (id: string) =>
  callQuery('GET /user/transaction', { query: { tx_id: id } });

/** One transaction by Cairn's id, not the bank's. Fetched only if no list has it. */
export function useTransaction(id: string, { enabled }: { enabled: boolean }) {
  return useQuery({ ...transactionQuery(id), enabled });
}

export type MerchantHistory = CallResponse<'GET /user/transaction/history'>;

/** All spending at the merchant of one transaction. */
export function useMerchantHistory(txId: string) {
  return useQuery(callQuery('GET /user/transaction/history', { query: { tx_id: txId } }));
}

export type TransactionHistory = CallResponse<'GET /user/transaction/story'>;

/** The history of one transaction since it was first received. */
export function useTransactionHistory(txId: string, { enabled }: { enabled: boolean }) {
  return useQuery({
    ...callQuery('GET /user/transaction/story', { query: { tx_id: txId } }),
    enabled,
  });
}

/**
 * Overrides a transaction's category; null restores the bank's. The change shows once the server confirms, with
 * an offer to undo it.
 */
export function useChangeCategory() {
  return useMutation({
    mutationFn: ({
      transaction,
      category,
    }: {
      transaction: Transaction;
      category: string | null;
    }) => changeCategory(transaction.id, category),
    onSuccess: ({ changed, previous }) => {
      if (previous !== changed.overridden_category)
        offerUndo('category', changed, () => changeCategory(changed.id, previous));
    },
  });
}

/**
 * Excludes a transaction from every total, or includes it again. The change shows once the server confirms, with
 * an offer to undo it.
 */
export function useChangeInclusion() {
  return useMutation({
    mutationFn: ({ transaction, exclude }: { transaction: Transaction; exclude: boolean }) =>
      changeInclusion(transaction.transaction_id, exclude),
    onSuccess: ({ changed, previous }) => {
      if (previous !== changed.exclude_transaction)
        offerUndo('inclusion', changed, () => changeInclusion(changed.transaction_id, previous));
    },
  });
}

/**
 * The changed transaction, and what it was before according to the server: another tab or device may have changed
 * it since this one loaded it.
 */
interface Change<Previous> {
  readonly changed: Transaction;
  readonly previous: Previous;
}

async function changeCategory(
  tx_id: string,
  category: string | null,
): Promise<Change<string | null>> {
  const { affected_transactions, previous_category, ...changed } = await call(
    'POST /user/tx/updatecategory',
    { body: { tx_id, category } },
  );
  shareChanges([changed, ...affected_transactions]);
  return { changed, previous: previous_category };
}

async function changeInclusion(
  tx_id: string,
  exclude_transaction: boolean,
): Promise<Change<boolean>> {
  const { previously_excluded, ...changed } = await call('POST /user/tx/ignore', {
    body: { tx_id, exclude_transaction },
  });
  shareChanges([changed]);
  return { changed, previous: previously_excluded };
}

function shareChanges(changed: readonly Transaction[]): void {
  applyChanges(changed);
  publishToOtherTabs(changed);
}

/** Shows the changes of other tabs in this one. Returns the function that unsubscribes. */
export const subscribeToChangedTransactions = (): (() => void) =>
  subscribeToOtherTabs(applyChanges);

/**
 * Puts changed transactions into every cached list and refetches totals. The paged lists are updated in the
 * cache instead of refetched, because their new rows are known.
 */
function applyChanges(changed: readonly Transaction[]): void {
  // Cached by id too, so that the open dialog keeps a row that drops out of its list.
  for (const row of changed) queryClient.setQueryData(transactionQuery(row.id).queryKey, row);
  queryClient.setQueriesData<MerchantHistory>(
    { queryKey: ['GET /user/transaction/history'] },
    (history) =>
      history && { ...history, transactions: replaceChangedRows(history.transactions, changed) },
  );
  queryClient.setQueryData(
    callQuery('GET /user/transactions/recent').queryKey,
    (recent) =>
      recent && { ...recent, transactions: replaceChangedRows(recent.transactions, changed) },
  );
  applyToPages(changed);
  void invalidateFinancialData('POST /user/transactions/v2');
}

function applyToPages(changed: readonly Transaction[]): void {
  const lists = queryClient.getQueryCache().findAll({ queryKey: ['POST /user/transactions/v2'] });
  for (const { queryKey, state } of lists) {
    const cached = queryClient.getQueryData<InfiniteData<Page>>(queryKey);
    const { body } = queryKey[1] as { body: CallBody<'POST /user/transactions/v2'> }; // See transaction-pages.api.ts.
    const pages = cached && pagesAfterChange(cached.pages, body, changed);
    const { dataUpdatedAt: updatedAt } = state;
    if (pages)
      queryClient.setQueryData<InfiniteData<Page>>(queryKey, { ...cached, pages }, { updatedAt });
    // A fetch in flight started before the change, and a stale list is still stale after it.
    const isStale = state.fetchStatus !== 'idle' || state.isInvalidated || state.error !== null;
    if (!pages || isStale) void invalidateQuery(queryKey);
  }
}
