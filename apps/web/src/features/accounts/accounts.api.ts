import type { CallResponse } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/api-client.ts';
import { callQuery, invalidateFinancialData } from '../../platform/api/query-client.ts';

/** The accounts by type, in the server's order. */
export type GroupedAccounts = CallResponse<'POST /user/accounts/grouped'>;
export type AccountGroup = GroupedAccounts['accounts'][string];
export type Account = AccountGroup['accounts'][number];

/** The server's `msg` if no account is linked. */
export const noLinkedAccountsMessage = 'user has not linked any accounts';

/** The accounts by type without hidden ones, as the dashboard shows them. */
export function useGroupedAccounts() {
  return useQuery(callQuery('POST /user/accounts/grouped', { body: {} }));
}

/** The accounts by type, including hidden ones. */
export function useAllGroupedAccounts() {
  return useQuery(callQuery('POST /user/accounts/grouped', { body: { dashboard_filter: false } }));
}

/** True if it is known that no bank is linked. */
export const useHasNoBank = (): boolean =>
  useAllGroupedAccounts().data?.msg === noLinkedAccountsMessage;

/** All accounts, including hidden ones. */
export function useAccounts() {
  return useQuery(callQuery('GET /user/accounts'));
}

/** One account with its balance for each day. */
export type AccountHistory = CallResponse<'GET /user/account/history'>;

export function useAccountHistory(id: string) {
  return useQuery(callQuery('GET /user/account/history', { query: { account_id: id } }));
}

/** What a lender reports about a card or a loan. */
export type Liability = CallResponse<'GET /user/account/liabilities'>['liabilities'][number];
/** The holdings of one investment account. */
export type AccountHoldings = CallResponse<'GET /user/account/holdings'>['accounts'][number];

/** The liability of one account. Empty if it isn't a debt, or the lender reports nothing. */
export function useLiability(id: string) {
  return useQuery(callQuery('GET /user/account/liabilities', { query: { account_id: id } }));
}

/** The holdings of one account. Empty if the institution doesn't report them. */
export function useHoldings(id: string) {
  return useQuery(callQuery('GET /user/account/holdings', { query: { account_id: id } }));
}

/** The holdings of every investment account whose institution reports them. */
export function useAllHoldings() {
  return useQuery(callQuery('GET /user/account/holdings', { query: {} }));
}

/** What a user can change about an account. A null `name` restores the bank's name. */
export interface AccountChange {
  readonly id: string;
  readonly name?: string | null;
  readonly hidden?: boolean;
}

/** Renames or hides an account, then refetches everything that shows or counts it. */
export const changeAccount = async ({ id, ...body }: AccountChange): Promise<void> => {
  await call('PATCH /user/accounts/:id', { params: { id }, body });
  await invalidateFinancialData();
};

export function useChangeAccount() {
  return useMutation({ mutationFn: changeAccount });
}
