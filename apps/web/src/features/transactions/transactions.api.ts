import type { CallBody, CallReply } from '@cairn/contract/calls';
import { type InfiniteData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../platform/api-client.ts';
import {
  callQuery,
  invalidateMoney,
  invalidateQuery,
  queryClient,
} from '../../platform/query-client.ts';
import { pagesAfter, putChanged } from './changed-rows.ts';
import { onChangeInOtherTab, tellOtherTabs } from './other-tabs.ts';

export type Transaction = CallReply<'GET /user/transactions/recent'>['transactions'][number];
type Page = CallReply<'POST /user/transactions/v2'>;

/** The newest transactions. A failure is logged only: the list stays as it was, or empty. */
export function useRecentTransactions() {
  const query = useQuery(callQuery('GET /user/transactions/recent'));
  const { error } = query;
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the spec wants this failure logged and not shown.
    if (error) console.warn('Recent transactions could not be loaded', error);
  }, [error]);
  return query;
}

const transactionQuery = (id: string) =>
  callQuery('GET /user/transaction', { query: { tx_id: id } });

/** One transaction by our id; asked for only where no list has it. */
export function useTransaction(id: string, { enabled }: { enabled: boolean }) {
  return useQuery({ ...transactionQuery(id), enabled });
}

export type MerchantHistory = CallReply<'GET /user/transaction/history'>;

/** Everything at the merchant of one transaction. */
export function useMerchantHistory(txId: string) {
  return useQuery(callQuery('GET /user/transaction/history', { query: { tx_id: txId } }));
}

export type TransactionStory = CallReply<'GET /user/transaction/story'>;

/** What happened to one transaction since it first arrived. */
export function useTransactionStory(txId: string, { enabled }: { enabled: boolean }) {
  return useQuery({
    ...callQuery('GET /user/transaction/story', { query: { tx_id: txId } }),
    enabled,
  });
}

/** Gives a transaction another category, or with null its bank's; shown after the server has agreed. */
export function useChangeCategory() {
  return useMutation({
    mutationFn: ({
      transaction,
      category,
    }: {
      transaction: Transaction;
      category: string | null;
    }) => call('POST /user/tx/updatecategory', { body: { tx_id: transaction.id, category } }),
    onSuccess: ({ also_changed, ...changed }) => spreadChange([changed, ...also_changed]),
  });
}

/** Takes a transaction out of every total, or back in; shown after the server has agreed. */
export function useChangeInclusion() {
  return useMutation({
    mutationFn: ({ transaction, exclude }: { transaction: Transaction; exclude: boolean }) =>
      call('POST /user/tx/ignore', {
        body: { tx_id: transaction.transaction_id, exclude_transaction: exclude },
      }),
    onSuccess: (changed) => spreadChange([changed]),
  });
}

function spreadChange(changed: readonly Transaction[]): void {
  takeChanged(changed);
  tellOtherTabs(changed);
}
onChangeInOtherTab(takeChanged);

/**
 * Puts changed transactions into every list that shows them; totals are asked for again. A list of many
 * pages is not: what its rows are now is known.
 */
function takeChanged(changed: readonly Transaction[]): void {
  // Also where it was not asked for alone: a list that it drops out of now leaves its dialog open.
  for (const row of changed) queryClient.setQueryData(transactionQuery(row.id).queryKey, row);
  queryClient.setQueriesData<MerchantHistory>(
    { queryKey: ['GET /user/transaction/history'] },
    (was) => was && { ...was, transactions: putChanged(was.transactions, changed) },
  );
  queryClient.setQueryData(
    callQuery('GET /user/transactions/recent').queryKey,
    (was) => was && { ...was, transactions: putChanged(was.transactions, changed) },
  );
  takeIntoPages(changed);
  void invalidateMoney('POST /user/transactions/v2');
}

function takeIntoPages(changed: readonly Transaction[]): void {
  const lists = queryClient.getQueryCache().findAll({ queryKey: ['POST /user/transactions/v2'] });
  for (const { queryKey, state } of lists) {
    const was = queryClient.getQueryData<InfiniteData<Page>>(queryKey);
    const { body } = queryKey[1] as { body: CallBody<'POST /user/transactions/v2'> }; // See transaction-pages.api.ts.
    const pages = was && pagesAfter(was.pages, body, changed);
    const { dataUpdatedAt: updatedAt } = state;
    if (pages)
      queryClient.setQueryData<InfiniteData<Page>>(queryKey, { ...was, pages }, { updatedAt });
    // What is under way was asked for before the change; what was old before it is not new by it.
    const wasOld = state.fetchStatus !== 'idle' || state.isInvalidated || state.error !== null;
    if (!pages || wasOld) void invalidateQuery(queryKey);
  }
}
