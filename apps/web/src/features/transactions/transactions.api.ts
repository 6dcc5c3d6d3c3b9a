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
import { type Decision, offerUndo } from './dialog/offer-undo.ts';
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
    onSuccess: ({ changed, changeId }) => {
      if (changeId !== null)
        offerUndo('category', changed, (options) => undoChange(changeId, options));
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
    onSuccess: ({ changed, changeId }) => {
      if (changeId !== null)
        offerUndo('inclusion', changed, (options) => undoChange(changeId, options));
    },
  });
}

/** Sets a transaction's tags (by id), its note, or whether it is reviewed, with an offer to undo it. */
export function useAnnotate(transactionId: string) {
  return useMutation({ mutationFn: (values: Annotation) => annotate(transactionId, values) });
}

/** A decision other than the category and the inclusion. A note of null or blank text removes the note. */
type Annotation =
  | { readonly tags: string[] }
  | { readonly note: string | null }
  | { readonly reviewed: boolean };

async function annotate(id: string, values: Annotation): Promise<void> {
  const { affected_transactions, change_id, ...changed } = await call(
    'PATCH /user/transactions/:id',
    { params: { id }, body: values },
  );
  shareChanges([changed, ...affected_transactions]);
  const decision: Decision = 'tags' in values ? 'tags' : 'note' in values ? 'note' : 'reviewed';
  if (change_id !== null) offerUndo(decision, changed, (options) => undoChange(change_id, options));
}

/** The changed transaction, and the id of the change, or null if the server had these values already. */
interface Change {
  readonly changed: Transaction;
  readonly changeId: string | null;
}

async function changeCategory(tx_id: string, category: string | null): Promise<Change> {
  const { affected_transactions, previous_category, change_id, ...changed } = await call(
    'POST /user/tx/updatecategory',
    { body: { tx_id, category } },
  );
  shareChanges([changed, ...affected_transactions]);
  return { changed, changeId: change_id };
}

async function changeInclusion(tx_id: string, exclude_transaction: boolean): Promise<Change> {
  const { previously_excluded, change_id, ...changed } = await call('POST /user/tx/ignore', {
    body: { tx_id, exclude_transaction },
  });
  shareChanges([changed]);
  return { changed, changeId: change_id };
}

/**
 * Restores the values before a change. If something was changed again later, it fails with `changed_since`, unless
 * `force` is given.
 */
export async function undoChange(id: string, { force }: { force: boolean }): Promise<void> {
  const { transactions } = await call('POST /user/changes/:id/undo', {
    params: { id },
    body: force ? { force } : {},
  });
  shareChanges(transactions);
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
