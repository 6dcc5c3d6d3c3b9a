import type { CallResponse } from '@cairn/contract/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../platform/api/query-client.ts';

export type NetWorthHistory = CallResponse<'GET /user/networth/history'>;
export type NetWorthPoint = NetWorthHistory['points'][number];

/** The ranges of the history, in display order. */
export const netWorthRanges = ['1M', '3M', '6M', '1Y', 'ALL'] as const;
export type NetWorthRange = (typeof netWorthRanges)[number];

/** Net worth over a range. The previous range stays on screen until the new one loads. */
export function useNetWorthHistory(range: NetWorthRange) {
  return useQuery({
    ...callQuery('GET /user/networth/history', { query: { range } }),
    placeholderData: keepPreviousData,
  });
}
