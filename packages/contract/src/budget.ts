import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Transaction } from './transactions.ts';
import { Id, Money } from './values.ts';

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
      txs: Type.Record(Type.String(), Type.Array(Transaction)),
      categories: Type.Array(BudgetCategory),
      totals: Type.Record(Type.String(), Money),
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
