import type { CallResponse } from '@cairn/contract/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { budgetFromResponse, budgetQuery } from '../../domain/budget-query.ts';
import { callQuery } from '../../platform/api/query-client.ts';

/** A month's spending: its groups, each with its categories. */
export type SpendingMonth = CallResponse<'POST /user/spendingcat'>;
export type GroupRow = SpendingMonth['data'][number];
export type CategoryRow = GroupRow['children'][number];

/** Running totals per day, of this month and last month. */
export function useCurrentSpending() {
  return useQuery(callQuery('GET /user/currentspending'));
}

/** Spent and income of the last 12 months. */
export function useCashflow() {
  return useQuery(callQuery('GET /user/cashflow'));
}

/** True if none of the last 12 months has any income or spending. Undefined while that is unknown. */
export const isCashflowEmpty = (
  cashflow: CallResponse<'GET /user/cashflow'> | undefined,
): boolean | undefined =>
  cashflow?.results.every(({ spent, income }) => spent === 0 && income === 0);

/** A month (`YYYY-MM`) by category. The previously shown month stays visible until the new one loads. */
export function useSpendingMonth(month: string) {
  return useQuery({
    ...callQuery('POST /user/spendingcat', { body: { month } }),
    placeholderData: keepPreviousData,
  });
}

/** A category group's spending in the months of a trend. */
export type GroupTrend = SpendingTrend['groups'][number];
/** The spending of each category group in six months. */
export type SpendingTrend = CallResponse<'POST /user/spendingcat/trend'>;

/** The six months through a month (`YYYY-MM`). The previously shown ones stay visible until the new ones load. */
export function useSpendingTrend(month: string) {
  return useQuery({
    ...callQuery('POST /user/spendingcat/trend', { body: { month } }),
    placeholderData: keepPreviousData,
  });
}

/** The total of bills in a period, from its proof. */
export function useBillsTotal(period: { from: string; to: string }): number | undefined {
  return useQuery(callQuery('POST /user/proof', { body: { of: 'bills', period } })).data?.sum;
}

/** How many categories the budget has. Undefined while it loads. */
export function useBudgetItemCount(): number | undefined {
  return useQuery({ ...budgetQuery, select: countItems }).data;
}

const countItems = (response: CallResponse<'GET /user/budget'>): number =>
  budgetFromResponse(response)?.categories.length ?? 0;
