import type { CallBody, CallResponse } from '@cairn/contract/calls';
import { hashKey, keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import {
  budgetFromResponse,
  budgetQuery,
  budgetQueryOf,
  emptyBudgetResponse,
} from '../../domain/budget-query.ts';
import { call } from '../../platform/api/api-client.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { callQuery, queryClient } from '../../platform/api/query-client.ts';

type BudgetResponse = CallResponse<'GET /user/budget'>;
export type Budget = BudgetResponse['budgets'][number];
export type Plan = Pick<Budget['budget'], 'earnings' | 'bills' | 'spending'>;

/** The budget, or null if there is none. */
export const useBudget = () => useQuery({ ...budgetQuery, select: budgetFromResponse });

/**
 * The budget in a past month (`YYYY-MM`), or in this month for null. The previous month stays visible until the new
 * one loads.
 */
export const useBudgetOfMonth = (pastMonth: string | null) =>
  useQuery({
    ...budgetQueryOf(pastMonth),
    select: budgetFromResponse,
    placeholderData: keepPreviousData,
  });

/** Suggested amounts, computed from the last three months. They are fetched while `enabled`. */
export const useBudgetSuggestion = (enabled = true) =>
  useQuery({ ...callQuery('GET /user/budget/suggestion'), enabled });
export type Suggestion = CallResponse<'GET /user/budget/suggestion'>;

/** Runs changes to a budget one at a time, so that the last response is the newest. */
const scope = { id: 'budget' };

/**
 * Caches a change's response, after canceling fetches that started earlier and would overwrite it. Past months are
 * compared with the same plan, so they are fetched again.
 */
async function cacheBudget(response: BudgetResponse): Promise<void> {
  const everyMonth = { queryKey: [budgetQuery.queryKey[0]] };
  await queryClient.cancelQueries(everyMonth);
  queryClient.setQueryData(budgetQuery.queryKey, response);
  const thisMonth = hashKey(budgetQuery.queryKey);
  void queryClient.invalidateQueries({
    ...everyMonth,
    predicate: ({ queryHash }) => queryHash !== thisMonth,
  });
}

/** Refetches the budget if the error shows that another tab created or deleted it. */
function refetchOnConflict(error: Error): void {
  if (error instanceof ApiError && [404, 409].includes(error.status))
    void queryClient.invalidateQueries(budgetQuery);
}

export const useCreateBudget = () =>
  useMutation({
    scope,
    mutationFn: (plan: Plan) => call('POST /user/budget', { body: plan }),
    onSuccess: cacheBudget,
    onError: refetchOnConflict,
  });

export const useUpdateBudget = () =>
  useMutation({
    scope,
    mutationFn: (body: CallBody<'POST /user/budget/update'>) =>
      call('POST /user/budget/update', { body }),
    onSuccess: cacheBudget,
    onError: refetchOnConflict,
  });

/** Sets the planned amount of a category. 0 removes it from the budget. */
export const useSavePlannedAmount = () =>
  useMutation({
    scope,
    mutationFn: (body: { category: string; amount: number; budget_id: string }) =>
      call('POST /user/budget/cat', { body }),
    onSuccess: cacheBudget,
    onError: (error) => {
      // biome-ignore lint/suspicious/noConsole: this failure is logged.
      console.warn('Failed to update budget category', error);
      refetchOnConflict(error);
    },
  });

export const useDeleteBudget = () =>
  useMutation({
    scope,
    mutationFn: async (id: string): Promise<void> => {
      try {
        await call('DELETE /user/budget/:id', { params: { id } });
      } catch (error) {
        // Already deleted in another tab.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onSuccess: () => cacheBudget(emptyBudgetResponse),
  });
