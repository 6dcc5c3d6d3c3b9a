import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Transaction } from './transactions.ts';
import { Id, Money, Month } from './values.ts';

const BudgetCategory = strict({ category: Type.String(), amount: Money });

/** Amounts are open in the schema: a wrong one is refused with a sentence (422), not as malformed. */
const Planned = Type.Unknown();

const BudgetReply = strict({
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
      /** The newest transactions of each budgeted category, at most 25 of one. */
      txs: Type.Record(Type.String(), Type.Array(Transaction)),
      categories: Type.Array(BudgetCategory),
      /** Spent in each budgeted category, bills aside. */
      totals: Type.Record(Type.String(), Money),
      /** The month that all of it is about. */
      month: Month,
      /** Rows of the month in another currency: listed, not counted. */
      not_counted: Type.Integer(),
      /** The main currency, which all of its amounts are in but those of single transactions. */
      currency: Type.String(),
    }),
  ),
});

export const budgetCalls = defineCalls({
  'GET /user/budget': {
    access: 'paid',
    demo: true,
    summary: "This month's budget; 404 if there is none",
    reply: BudgetReply,
  },
  'GET /user/budget/suggestion': {
    access: 'paid',
    demo: true,
    summary: 'What to plan, from the last three whole months that have any transactions',
    reply: strict({
      earnings: Money,
      bills: Money,
      spending: Money,
      /** How many months the amounts are the average of; 0: there is nothing to go by. */
      months: Type.Integer(),
      /** The main currency, which the amounts are in. */
      currency: Type.String(),
    }),
  },
  'POST /user/budget': {
    access: 'paid',
    summary: 'Creates the budget; 409 if there is one',
    body: strict({ earnings: Planned, bills: Planned, spending: Planned }),
    reply: BudgetReply,
    status: 201,
  },
  'POST /user/budget/update': {
    access: 'paid',
    summary: 'Changes the planned amounts',
    body: strict({
      budget_id: Id,
      bills: Type.Optional(Planned),
      earnings: Type.Optional(Planned),
      spending: Type.Optional(Planned),
    }),
    reply: BudgetReply,
  },
  'POST /user/budget/cat': {
    access: 'paid',
    summary: 'Plans an amount for a category (upper-case key); 0 removes it',
    body: strict({ category: Type.String({ maxLength: 200 }), amount: Planned, budget_id: Id }),
    reply: BudgetReply,
  },
  'DELETE /user/budget/:id': {
    access: 'paid',
    summary: 'Deletes the budget',
    params: strict({ id: Id }),
    reply: Type.Null(),
    status: 204,
  },
});
