import type { CallReply } from '@cairn/contract/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../platform/query-client.ts';

export type WorthHistory = CallReply<'GET /user/networth/history'>;
export type WorthPoint = WorthHistory['points'][number];

/** How far back the history goes, in the order of the choice. */
export const ranges = ['1M', '3M', '6M', '1Y', 'ALL'] as const;
export type WorthRange = (typeof ranges)[number];

/** The range that an address names; a year where it names none. */
export const rangeOfParams = (params: URLSearchParams): WorthRange =>
  ranges.find((name) => name === params.get('range')) ?? '1Y';

/** The net worth over a range; what was shown before stays until it is there. */
export function useWorthHistory(range: WorthRange) {
  return useQuery({
    ...callQuery('GET /user/networth/history', { query: { range } }),
    placeholderData: keepPreviousData,
  });
}
