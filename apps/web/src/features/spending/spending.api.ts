import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../platform/query-client.ts';

/** Running totals per day of this month and the last. */
export function useCurrentSpending() {
  return useQuery(callQuery('GET /user/currentspending'));
}

/** Spent and income of the last 12 months. */
export function useCashflow() {
  return useQuery(callQuery('GET /user/cashflow'));
}
