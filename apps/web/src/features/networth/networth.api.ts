import type { CallReply } from '@cairn/contract/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../platform/query-client.ts';

export type WorthHistory = CallReply<'GET /user/networth/history'>;
export type WorthPoint = WorthHistory['points'][number];

/** The ranges of the history, in display order. */
export const ranges = ['1M', '3M', '6M', '1Y', 'ALL'] as const;
export type WorthRange = (typeof ranges)[number];

/** Parses the range of a URL. The default is one year. */
export const rangeOfParams = (params: URLSearchParams): WorthRange =>
  ranges.find((name) => name === params.get('range')) ?? '1Y';

/** Net worth over a range. The previous range stays on screen until the new one loads. */
export function useWorthHistory(range: WorthRange) {
  return useQuery({
    ...callQuery('GET /user/networth/history', { query: { range } }),
    placeholderData: keepPreviousData,
  });
}
