import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { createBudget, deleteBudget, planCategory, updateBudget } from './change-budget.ts';
import { showBudget } from './show-budget.ts';
import { suggestBudget } from './suggest-budget.ts';

type BudgetCalls =
  | 'GET /user/budget'
  | 'GET /user/budget/suggestion'
  | 'POST /user/budget'
  | 'POST /user/budget/update'
  | 'POST /user/budget/cat'
  | 'DELETE /user/budget/:id';

/** Handlers for the budget. Each user has at most one; changes return the updated budget. */
export function budgetHandlers(services: Services): Handlers<BudgetCalls> {
  return {
    'GET /user/budget': ({ owner, query, today }) =>
      showBudget(services, owner, today, query.month),
    'GET /user/budget/suggestion': ({ owner, today }) => suggestBudget(services, owner, today),
    'POST /user/budget': async ({ identity: { userId }, body, today, once }) => {
      await once((database) => createBudget({ database }, userId, body));
      return showBudget(services, userId, today);
    },
    'POST /user/budget/update': async ({ identity: { userId }, body, today }) => {
      await updateBudget(services, userId, body);
      return showBudget(services, userId, today);
    },
    'POST /user/budget/cat': async ({ identity: { userId }, body, today }) => {
      await planCategory(services, userId, body);
      return showBudget(services, userId, today);
    },
    'DELETE /user/budget/:id': async ({ identity: { userId }, params: { id } }) => {
      await deleteBudget(services, userId, id);
      return null;
    },
  };
}
