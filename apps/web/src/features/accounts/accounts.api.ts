import type { CallReply } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { callQuery, invalidateMoney } from '../../platform/query-client.ts';

/** The accounts by type, in the server's order. */
export type GroupedAccounts = CallReply<'POST /user/accounts/grouped'>;
export type AccountGroup = GroupedAccounts['accounts'][string];
export type Account = AccountGroup['accounts'][number];

/** What the server says in `msg` when there is nothing to group. */
export const nothingLinked = 'user has not linked any accounts';

/** The accounts that the dashboard shows: without hidden ones. */
export function useGroupedAccounts() {
  return useQuery(callQuery('POST /user/accounts/grouped', { body: {} }));
}

/** The accounts by type, hidden ones too. */
export function useAllGroupedAccounts() {
  return useQuery(callQuery('POST /user/accounts/grouped', { body: { dashboard_filter: false } }));
}

/** All accounts, hidden ones too. */
export function useAccounts() {
  return useQuery(callQuery('GET /user/accounts'));
}

/** One account with its balance per day. */
export type AccountHistory = CallReply<'GET /user/account/history'>;

export function useAccountHistory(id: string) {
  return useQuery(callQuery('GET /user/account/history', { query: { account_id: id } }));
}

/** What lenders say of cards and loans, and what investment accounts hold. */
export type Liability = CallReply<'GET /user/account/liabilities'>['liabilities'][number];
export type HoldingsOfAccount = CallReply<'GET /user/account/holdings'>['accounts'][number];

/** What the lender says of one account: nothing, where it is none or says nothing. */
export function useLiability(id: string) {
  return useQuery(callQuery('GET /user/account/liabilities', { query: { account_id: id } }));
}

/** What one account holds: nothing, where its institution does not say. */
export function useHoldings(id: string) {
  return useQuery(callQuery('GET /user/account/holdings', { query: { account_id: id } }));
}

/** What every investment account holds whose institution says. */
export function useAllHoldings() {
  return useQuery(callQuery('GET /user/account/holdings', { query: {} }));
}

/** What a person may decide about an account: its name (null: the bank's own), and whether it is hidden. */
export interface AccountChange {
  readonly id: string;
  readonly name?: string | null;
  readonly hidden?: boolean;
}

/** Renames or hides an account; everything that shows or counts it is asked for again. */
export const changeAccount = async ({ id, ...body }: AccountChange): Promise<void> => {
  await call('PATCH /user/accounts/:id', { params: { id }, body });
  await invalidateMoney();
};

export function useChangeAccount() {
  return useMutation({ mutationFn: changeAccount });
}
