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

/**
 * Which total: its name, its days (both included; of balances those of the end of the last one, of a change of
 * them from the end of the first one on), and what else it needs: a category, a group, an account.
 */
const provedTotal = {
  of: Type.String({ maxLength: 40 }),
  period: Type.Optional(strict({ from: Day, to: Day })),
  key: Type.Optional(Type.String({ maxLength: 200 })),
};

/** Why a row of a total's days is not in it: the first reason that holds. */
const rowLeftOut = Type.Enum([
  'account',
  'user',
  'card_payment',
  'withdrawal',
  'transfer',
  'currency',
  'later',
]);

/** An account, or what coins at an exchange are worth, named after it. */
const provedAccount = {
  kind: Type.Enum(['account', 'exchange']),
  /** Of an exchange its key. */
  account_id: Type.String(),
  name: Type.String(),
  mask: nullable(Type.String()),
  institution_name: Type.String(),
  group: Type.String(),
  currency: Type.String(),
  balance: nullable(Money),
};

/**
 * How the balance of a past day is known: `seen` by that day's sync; `moved` on, since the one of `day`, by what
 * posted; or `walked_back` from the first known one, of `day`, over what posted.
 */
const balanceBasis = strict({
  kind: Type.Enum(['seen', 'moved', 'walked_back']),
  day: Day,
});

/** A payment that is expected on a day, or is overdue since. */
const provedStream = {
  stream_id: Type.String(),
  /** What the user calls it, else its merchant or description. */
  name: Type.String(),
  day: Day,
  overdue: Type.Boolean(),
  frequency: Type.String(),
  amount: Money,
  currency: Type.String(),
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
      /** The main currency, which the sums are in. */
      currency: Type.String(),
    }),
  },
  'GET /user/cashflow': {
    access: 'paid',
    demo: true,
    summary: 'Spent and income of the last 12 months, oldest first',
    reply: strict({
      results: Type.Array(strict({ month: Month, spent: Money, income: Money })),
      not_counted: Type.Integer(),
      /** The main currency, which the sums are in. */
      currency: Type.String(),
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
      /** The main currency, which the sums are in. */
      currency: Type.String(),
    }),
  },
  'POST /user/proof': {
    access: 'paid',
    demo: true,
    summary: 'The rows or balances in a total, what is left out with the reasons, and the sum',
    body: strict({
      ...provedTotal,
      /** One list only, from the `next` of the page before; the first pages of both unless said. */
      list: Type.Optional(Type.Enum(['included', 'left_out'])),
      after: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    reply: strict({
      /** What adds up to it; a change of one account's balance has its transactions as well. */
      made_of: Type.Enum(['transactions', 'balances', 'changes', 'streams']),
      /** The total, to the cent: `sign` times the amounts of all its rows, or its balances. */
      sum: Money,
      /** What `sum` is in; null without any account. */
      currency: nullable(Type.String()),
      /** -1 where money in makes the total larger: income, refunds. */
      sign: Type.Enum([1, -1]),
      /** The days that the total is of, of changes those that they lie between; null for all else. */
      period: nullable(strict({ from: Day, to: Day })),
      /** The past day at whose end balances are told; null for those of now, and for all else. */
      as_of: nullable(Day),
      /** How many there are in all; the lists have a page of them. */
      counts: strict({ included: Type.Integer(), left_out: Type.Integer() }),
      /** What of the total lowers it: refunds among spending. */
      netted: strict({ count: Type.Integer(), sum: Money }),
      pending: strict({ count: Type.Integer(), sum: Money }),
      reasons: Type.Array(
        strict({
          reason: rowLeftOut,
          currency: Type.String(),
          count: Type.Integer(),
          /** What they would have added to the total. */
          sum: Money,
        }),
      ),
      included: Type.Array(Transaction),
      left_out: Type.Array(strict({ reason: rowLeftOut, transaction: Transaction })),
      /** Place tokens of the next pages, or null on the last. */
      next: strict({ included: nullable(Type.String()), left_out: nullable(Type.String()) }),
      /** The same of a total of balances or changes of them, all of them. */
      accounts: Type.Array(
        strict({
          ...provedAccount,
          counted: Money,
          /** How it is known; null for a balance of now. */
          basis: nullable(balanceBasis),
          /** Of a change the balance that it begins with. */
          was: nullable(Money),
        }),
      ),
      accounts_left_out: Type.Array(
        strict({
          reason: Type.Enum(['account', 'duplicate', 'currency', 'no_balance']),
          account: strict(provedAccount),
        }),
      ),
      /** What of the change of one account's balance `included` does not explain; null for all else. */
      unexplained: nullable(Money),
      /** The same of a total of streams: a row for each day. */
      streams: Type.Array(strict(provedStream)),
      streams_left_out: Type.Array(
        strict({ reason: Type.Enum(['money_in', 'currency']), stream: strict(provedStream) }),
      ),
    }),
  },
  'POST /user/proof/export': {
    access: 'paid',
    demo: true,
    summary: 'What is in a total as transactions.csv, accounts.csv or recurring.csv',
    body: strict(provedTotal),
    reply: Type.Null(),
    media: 'csv',
  },
});
