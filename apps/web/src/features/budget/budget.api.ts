import type { CallBody, CallReply } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { budgetOf, budgetQuery, noBudget } from '../../platform/budget-query.ts';
import { callQuery, queryClient } from '../../platform/query-client.ts';

export type Budget = CallReply<'GET /user/budget'>['budgets'][number];
export type Plan = Pick<Budget['budget'], 'earnings' | 'bills' | 'spending'>;

/** The budget; null where there is none. */
export const useBudget = () => useQuery({ ...budgetQuery, select: budgetOf });

/** What to plan, from the last three months. */
export const useSuggestion = () => useQuery(callQuery('GET /user/budget/suggestion'));

/** Changes of a budget go one after the other, so that the last answer is the newest. */
const scope = { id: 'budget' };

/** An answer to what was asked before would be older than what a change has answered. */
async function take(reply: CallReply<'GET /user/budget'>): Promise<void> {
  await queryClient.cancelQueries(budgetQuery);
  queryClient.setQueryData(budgetQuery.queryKey, reply);
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
    onSuccess: take,
    onError: lookAgain,
  });

export const useUpdateBudget = () =>
  useMutation({
    scope,
    mutationFn: (body: CallBody<'POST /user/budget/update'>) =>
      call('POST /user/budget/update', { body }),
    onSuccess: take,
    onError: lookAgain,
  });

/** Plans an amount for a category; 0 takes it out. */
export const usePlanCategory = () =>
  useMutation({
    scope,
    mutationFn: (body: { category: string; amount: number; budget_id: string }) =>
      call('POST /user/budget/cat', { body }),
    onSuccess: take,
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
    onSuccess: () => take(noBudget),
  });
