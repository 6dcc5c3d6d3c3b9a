import type { CallResponse } from '@cairn/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../platform/api/api-client.ts';
import { ApiError } from '../platform/api/api-error.ts';

type BudgetResponse = CallResponse<'GET /user/budget'>;

/** The response for a user without a budget. */
export const emptyBudgetResponse: BudgetResponse = { budgets: [] };

/** The budget query. A 404 means that there is no budget yet, which is a result and not an error. */
export const budgetQuery = queryOptions({
  queryKey: ['GET /user/budget', {}] as const,
  queryFn: async ({ signal }): Promise<BudgetResponse> => {
    try {
      return await call('GET /user/budget', { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return emptyBudgetResponse;
      throw error;
    }
  },
});

/** The budget of a response, or null if there is none. */
export const budgetFromResponse = ({
  budgets,
}: BudgetResponse): BudgetResponse['budgets'][number] | null => budgets[0] ?? null;
