import type { CallReply } from '@cairn/contract/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../platform/api-error.ts';
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

/** What the overview says of the budget: spent on bills this month, and how many categories are planned. */
export interface BudgetFigures {
  readonly bills: number;
  readonly items: number;
}

/** The same from the server; zeros for who has no budget. Undefined until it is known. */
export function useBudgetFigures(): BudgetFigures | undefined {
  const { data, error } = useQuery(callQuery('GET /user/budget'));
  const [first] = data?.budgets ?? [];
  if (first) return { bills: first.budget.real_bills, items: first.categories.length };
  // 404: none was made. 501: there is no such thing yet.
  const none = error instanceof ApiError && [404, 501].includes(error.status);
  return data || none ? { bills: 0, items: 0 } : undefined;
}
