import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { BalanceKind, Day, Money, nullable, text } from './values.ts';

/** Ranges of the net worth history. `ALL` has one point per month, the others one per day. */
export const networthRanges = ['1M', '3M', '6M', '1Y', 'ALL'] as const;

export const networthCalls = defineCalls({
  'GET /user/networth/history': {
    access: 'paid',
    demo: true,
    summary: 'Returns the net worth history, with the balances of each group and account',
    query: strict({
      /** `1M`, `3M`, `6M`, `1Y`, or `ALL`. Default: `1Y`. */
      range: Type.Optional(text(10, Type.Enum([...networthRanges]))),
    }),
    problems: ['unprocessable'],
    response: strict({
      /** Oldest first. The last point is today, with the current balances. */
      points: Type.Array(
        strict({
          date: Day,
          assets: Money,
          debts: Money,
          net: Money,
          /** The balance of each of `groups`, in the same order. They add up to `assets` and `debts`. */
          groups: Type.Array(Money),
          /** True if the balance of any account is estimated. `accounts` has the kind of each. */
          estimated: Type.Boolean(),
        }),
      ),
      /** Groups of counted accounts, assets first. A group with accounts on both sides appears once per side. */
      groups: Type.Array(strict({ group: Type.String(), is_debt: Type.Boolean() })),
      /** The currency of all amounts: the user's main currency. */
      currency: Type.String(),
      /** Counted accounts with their balance at each point. Counted crypto is listed as an account with the id `crypto`. */
      accounts: Type.Array(
        strict({
          account_id: Type.String(),
          is_debt: Type.Boolean(),
          /** With `is_debt`, identifies one of `groups`. */
          group: Type.String(),
          balances: Type.Array(Money),
          /** How each of `balances` is known, in the same order. */
          kinds: Type.Array(BalanceKind),
        }),
      ),
      /** The current value of crypto. Not counted if totals are in another currency. Null without crypto. */
      crypto: nullable(strict({ value: Money, currency: Type.String(), counted: Type.Boolean() })),
      /** Number of accounts that the totals omit: another currency, a duplicate, or no balance. */
      omitted_count: Type.Integer(),
    }),
  },
});
