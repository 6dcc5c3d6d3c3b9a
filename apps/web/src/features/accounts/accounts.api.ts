import type { CallReply } from '@cairn/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../platform/query-client.ts';

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
