import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Money, Month, MonthInput, nullable } from './values.ts';

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
    summary: 'Returns cumulative spending per day of this month and last month',
    response: strict({
      res: Type.Array(
        strict({
          day: Type.Integer(),
          /** Null for days after today and days that this month doesn't have. */
          currentMonthSum: nullable(Money),
          previousMonthSum: Money,
        }),
      ),
      /** Number of transactions that the sums omit because of their currency. */
      omitted_count: Type.Integer(),
      /** The currency of the sums: the user's main currency. */
      currency: Type.String(),
    }),
  },
  'GET /user/cashflow': {
    access: 'paid',
    demo: true,
    summary: 'Returns spent and income of the last 12 months, oldest first',
    response: strict({
      results: Type.Array(strict({ month: Month, spent: Money, income: Money })),
      omitted_count: Type.Integer(),
      /** The currency of the sums: the user's main currency. */
      currency: Type.String(),
    }),
  },
  'POST /user/spendingcat': {
    access: 'paid',
    demo: true,
    summary: "Returns a month's spending by category group",
    body: strict({ month: MonthInput }),
    problems: ['unprocessable'],
    response: strict({
      data: Type.Array(strict({ ...categoryRow, children: Type.Array(strict(categoryRow)) })),
      total: Money,
      refunds: Money,
      omitted_count: Type.Integer(),
      /** The currency of the sums: the user's main currency. */
      currency: Type.String(),
    }),
  },
  'POST /user/spendingcat/trend': {
    access: 'paid',
    demo: true,
    summary: 'Returns the spending of each category group in the six months through a month',
    body: strict({ month: MonthInput }),
    problems: ['unprocessable'],
    response: strict({
      /** Six months, oldest first. The last month is the requested month. */
      months: Type.Array(Month),
      /**
       * The groups that have spending or refunds in any of the months, largest in the last month first.
       * `values` has one net amount per month: below 0 if there are more refunds than spending.
       */
      groups: Type.Array(
        strict({ name: Type.String(), icon: Type.String(), values: Type.Array(Money) }),
      ),
      /** Everything spent in each month. */
      totals: Type.Array(Money),
      omitted_count: Type.Integer(),
      /** The currency of the sums: the user's main currency. */
      currency: Type.String(),
    }),
  },
});
