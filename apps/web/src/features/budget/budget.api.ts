import type { CallBody, CallReply } from '@cairn/contract/calls';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { callQuery, queryClient } from '../../platform/query-client.ts';

export type Budget = CallReply<'GET /user/budget'>['budgets'][number];
export type Plan = Pick<Budget['budget'], 'earnings' | 'bills' | 'spending'>;

const budgetQuery = queryOptions({
  queryKey: ['GET /user/budget', {}] as const,
  // Not enabled is an answer, and no failure.
  queryFn: async ({ signal }): Promise<Budget | null> => {
    try {
      return budgetOf(await call('GET /user/budget', { signal }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
});

const budgetOf = ({ budgets }: CallReply<'GET /user/budget'>): Budget | null => budgets[0] ?? null;

/** The budget; null where there is none. */
export const useBudget = () => useQuery(budgetQuery);

/** What to plan, from the last three months. */
export const useSuggestion = () => useQuery(callQuery('GET /user/budget/suggestion'));

/** Changes of a budget go one after the other, so that the last answer is the newest. */
const scope = { id: 'budget' };

/** An answer to what was asked before would be older than what a change has answered. */
async function take(budget: Budget | null): Promise<void> {
  await queryClient.cancelQueries(budgetQuery);
  queryClient.setQueryData(budgetQuery.queryKey, budget);
}

/** Asks again where another tab has made, changed or deleted it meanwhile. */
function lookAgain(error: Error): void {
  if (error instanceof ApiError && [404, 409].includes(error.status))
    void queryClient.invalidateQueries(budgetQuery);
}

export const useCreateBudget = () =>
  useMutation({
    scope,
    mutationFn: (plan: Plan) => call('POST /user/budget', { body: plan }),
    onSuccess: (reply) => take(budgetOf(reply)),
    onError: lookAgain,
  });

export const useUpdateBudget = () =>
  useMutation({
    scope,
    mutationFn: (body: CallBody<'POST /user/budget/update'>) =>
      call('POST /user/budget/update', { body }),
    onSuccess: (reply) => take(budgetOf(reply)),
    onError: lookAgain,
  });

/** Plans an amount for a category; 0 takes it out. */
export const usePlanCategory = () =>
  useMutation({
    scope,
    mutationFn: (body: { category: string; amount: number; budget_id: string }) =>
      call('POST /user/budget/cat', { body }),
    onSuccess: (reply) => take(budgetOf(reply)),
    onError: (error) => {
      // biome-ignore lint/suspicious/noConsole: the spec wants this failure logged.
      console.warn('Failed to update budget category', error);
      lookAgain(error);
    },
  });

export const useDeleteBudget = () =>
  useMutation({
    scope,
    mutationFn: async (id: string): Promise<void> => {
      try {
        await call('DELETE /user/budget/:id', { params: { id } });
      } catch (error) {
        // Gone already: deleted in another tab.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onSuccess: () => take(null),
  });
