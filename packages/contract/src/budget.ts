import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Transaction } from './transactions.ts';
import { anyValue, BudgetCategoryInput, Id, IdInput, Money, Month, MonthInput } from './values.ts';

const BudgetCategory = strict({ category: Type.String(), amount: Money });

/** The schema accepts any value, so that a wrong amount returns 422 with an explanation instead of 400. */
const PlannedAmount = anyValue(Type.Number({ minimum: 0, maximum: 1_000_000_000 }));

const BudgetResponse = strict({
  budgets: Type.Array(
    strict({
      budget: strict({
        id: Id,
        bills: Money,
        earnings: Money,
        spending: Money,
        real_bills: Money,
        real_earnings: Money,
        budgeted_bills_total: Money,
        budgeted_cats_total: Money,
        cats_total: Money,
        everything_else: Money,
      }),
      /** The newest transactions of each budgeted category, at most 25 per category. */
      txs: Type.Record(Type.String(), Type.Array(Transaction)),
      categories: Type.Array(BudgetCategory),
      /** Spent in each budgeted category, excluding bills. */
      totals: Type.Record(Type.String(), Money),
      /** Spent on the bills in each budgeted category, which `totals` excludes. */
      excluded_bills: Type.Record(Type.String(), Money),
      /**
       * The month of the sums. The planned amounts are the same for every month: only the current plan is stored,
       * so a past month is compared with it.
       */
      month: Month,
      /** Number of transactions in the month that the sums omit because of their currency. */
      omitted_count: Type.Integer(),
      /** The user's main currency. All amounts except the amounts of single transactions are in it. */
      currency: Type.String(),
    }),
  ),
});

export const budgetCalls = defineCalls({
  'GET /user/budget': {
    access: 'paid',
    demo: true,
    summary:
      "Returns the budget with a month's sums, by default this month's; 404 if there is none",
    query: strict({
      /** YYYY-MM. A month that hasn't started returns 422. */
      month: Type.Optional(MonthInput),
    }),
    problems: ['not_found', 'unprocessable'],
    response: BudgetResponse,
  },
  'GET /user/budget/suggestion': {
    access: 'paid',
    demo: true,
    summary: 'Suggests amounts, from the last three full months that have transactions',
    response: strict({
      earnings: Money,
      bills: Money,
      spending: Money,
      /** Number of months that the amounts are averaged over. 0 if there are no transactions. */
      months: Type.Integer(),
      /** The currency of the amounts: the user's main currency. */
      currency: Type.String(),
    }),
  },
  'POST /user/budget': {
    access: 'paid',
    summary: 'Creates the budget; 409 if one exists',
    body: strict({ earnings: PlannedAmount, bills: PlannedAmount, spending: PlannedAmount }),
    problems: ['not_found', 'conflict', 'unprocessable'],
    response: BudgetResponse,
    status: 201,
  },
  'POST /user/budget/update': {
    access: 'paid',
    summary: 'Changes the planned amounts',
    body: strict({
      budget_id: IdInput,
      bills: Type.Optional(PlannedAmount),
      earnings: Type.Optional(PlannedAmount),
      spending: Type.Optional(PlannedAmount),
    }),
    problems: ['not_found', 'unprocessable'],
    response: BudgetResponse,
  },
  'POST /user/budget/cat': {
    access: 'paid',
    summary: 'Sets the amount of a category (upper-case key); 0 removes it',
    body: strict({
      category: BudgetCategoryInput,
      amount: PlannedAmount,
      budget_id: IdInput,
    }),
    problems: ['not_found', 'unprocessable'],
    response: BudgetResponse,
  },
  'DELETE /user/budget/:id': {
    access: 'paid',
    summary: 'Deletes the budget',
    params: strict({ id: IdInput }),
    response: Type.Null(),
    status: 204,
  },
});
