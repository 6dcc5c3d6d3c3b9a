import type { CallReply } from '@cairn/contract/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { budgetOf, budgetQuery } from '../../platform/budget-query.ts';
import { callQuery } from '../../platform/query-client.ts';

/** A month's spending: its groups, each with its categories. */
export type SpendingMonth = CallReply<'POST /user/spendingcat'>;
export type GroupRow = SpendingMonth['data'][number];
export type CategoryRow = GroupRow['children'][number];

/** Running totals per day of this month and the last. */
export function useCurrentSpending() {
  return useQuery(callQuery('GET /user/currentspending'));
}

/** Spent and income of the last 12 months. */
export function useCashflow() {
  return useQuery(callQuery('GET /user/cashflow'));
}

/** A month (`YYYY-MM`) by category; the month before it stays on screen until it comes. */
export function useSpendingMonth(month: string) {
  return useQuery({
    ...callQuery('POST /user/spendingcat', { body: { month } }),
    placeholderData: keepPreviousData,
  });
}

/** What went to bills in some days, as its proof has it. */
export function useBills(period: { from: string; to: string }): number | undefined {
  return useQuery(callQuery('POST /user/proof', { body: { of: 'bills', period } })).data?.sum;
}

/** How many categories the budget plans; undefined until it is known. */
export function useBudgetItems(): number | undefined {
  return useQuery({ ...budgetQuery, select: countItems }).data;
}

const countItems = (reply: CallReply<'GET /user/budget'>): number =>
  budgetOf(reply)?.categories.length ?? 0;
