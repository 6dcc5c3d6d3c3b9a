import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Transaction } from './transactions.ts';
import { Day, Money, Month, nullable } from './values.ts';

const categoryRow = {
  name: Type.String(),
  value: Money,
  percentage: Type.Number(),
  trend: Type.Enum(['up', 'down', 'flat', 'new']),
  previous: Money,
  icon: Type.String(),
};

export const spendingCalls = defineCalls({
  'GET /user/currentspending': {
    access: 'paid',
    demo: true,
    summary: 'Running totals per day of this month and the last',
    reply: strict({
      res: Type.Array(
        strict({
          day: Type.Integer(),
          /** Null after today and on days this month does not have. */
          currentMonthSum: nullable(Money),
          previousMonthSum: Money,
        }),
      ),
      /** Rows of both months in another currency: listed, not counted. */
      not_counted: Type.Integer(),
    }),
  },
  'GET /user/cashflow': {
    access: 'paid',
    demo: true,
    summary: 'Spent and income of the last 12 months, oldest first',
    reply: strict({
      results: Type.Array(strict({ month: Month, spent: Money, income: Money })),
      not_counted: Type.Integer(),
    }),
  },
  'POST /user/spendingcat': {
    access: 'paid',
    demo: true,
    summary: "A month's spending by category group",
    body: strict({ month: Type.String({ maxLength: 20 }) }),
    reply: strict({
      data: Type.Array(strict({ ...categoryRow, children: Type.Array(strict(categoryRow)) })),
      total: Money,
      refunds: Money,
      not_counted: Type.Integer(),
    }),
  },
  'POST /user/proof': {
    access: 'paid',
    demo: true,
    summary: 'The rows in a total, the rows left out with their reasons, and the sum',
    body: strict({
      of: Type.String({ maxLength: 40 }),
      period: Type.Optional(strict({ from: Day, to: Day })),
      key: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    reply: strict({
      sum: Money,
      included: Type.Array(Transaction),
      left_out: Type.Array(strict({ reason: Type.String(), transaction: Transaction })),
    }),
  },
});
