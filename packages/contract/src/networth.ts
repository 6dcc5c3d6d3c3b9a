import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Day, Money, nullable } from './values.ts';

/** How far back the history of the net worth goes; the last one by month, the others by day. */
export const networthRanges = ['1M', '3M', '6M', '1Y', 'ALL'] as const;

export const networthCalls = defineCalls({
  'GET /user/networth/history': {
    access: 'paid',
    demo: true,
    summary: 'Assets, debts and net over a range of days, with the sums of each group and account',
    query: strict({
      /** `1M`, `3M`, `6M`, `1Y` or `ALL`; `1Y` unless said. */
      range: Type.Optional(Type.String({ maxLength: 10 })),
    }),
    reply: strict({
      /** Oldest first; the last one is today, with the balances of now. */
      points: Type.Array(
        strict({
          date: Day,
          assets: Money,
          debts: Money,
          net: Money,
          /** What each of `groups` held or owed then: the sums of one side add up to it. */
          groups: Type.Array(Money),
        }),
      ),
      /** The groups of accounts that count, those of the assets first; one used on both sides is one on each. */
      groups: Type.Array(strict({ group: Type.String(), is_debt: Type.Boolean() })),
      /** What the points are in. */
      currency: Type.String(),
      /** The accounts that count, each with its balance at each of the points; crypto that counts is among them under an id of its own. */
      accounts: Type.Array(
        strict({
          account_id: Type.String(),
          is_debt: Type.Boolean(),
          balances: Type.Array(Money),
        }),
      ),
      /** What coins are worth now; not counted where totals are in another currency. Null without any. */
      crypto: nullable(strict({ value: Money, currency: Type.String(), counted: Type.Boolean() })),
      /** Accounts that are left out: another currency, a duplicate, or no balance. */
      not_counted: Type.Integer(),
    }),
  },
});
