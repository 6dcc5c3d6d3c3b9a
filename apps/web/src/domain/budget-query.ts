import type { CallResponse } from '@cairn/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../platform/api/api-client.ts';
import { ApiError } from '../platform/api/api-error.ts';

type BudgetResponse = CallResponse<'GET /user/budget'>;

/** The response for a user without a budget. */
export const emptyBudgetResponse: BudgetResponse = { budgets: [] };

/**
 * The query for the budget in a past month (`YYYY-MM`), or in this month for null. A 404 means that there is no budget
 * yet, which is a result and not an error.
 */
export const budgetQueryOf = (pastMonth: string | null) => {
  const options = pastMonth === null ? {} : { query: { month: pastMonth } };
  return queryOptions({
    queryKey: ['GET /user/budget', options] as const,
    queryFn: async ({ signal }): Promise<BudgetResponse> => {
      try {
        return await call('GET /user/budget', { ...options, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return emptyBudgetResponse;
        throw error;
      }
    },
  });
};

/** The query for this month's budget. */
export const budgetQuery = budgetQueryOf(null);

/** The budget of a response, or null if there is none. */
export const budgetFromResponse = ({
  budgets,
}: BudgetResponse): BudgetResponse['budgets'][number] | null => budgets[0] ?? null;
