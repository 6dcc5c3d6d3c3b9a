import type { CallReply } from '@cairn/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api-client.ts';
import { ApiError } from './api-error.ts';

type Reply = CallReply<'GET /user/budget'>;

/** What is answered of who has no budget. */
export const noBudget: Reply = { budgets: [] };

/** The budget as the one place in the cache has it: that there is none is an answer, and no failure. */
export const budgetQuery = queryOptions({
  queryKey: ['GET /user/budget', {}] as const,
  queryFn: async ({ signal }): Promise<Reply> => {
    try {
      return await call('GET /user/budget', { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return noBudget;
      throw error;
    }
  },
});

/** The budget of an answer; null where there is none. */
export const budgetOf = ({ budgets }: Reply): Reply['budgets'][number] | null => budgets[0] ?? null;
