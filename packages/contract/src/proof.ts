import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Transaction } from './transactions.ts';
import { Day, Money, nullable } from './values.ts';

/** The total to prove. */
const totalFields = {
  /** The name of the total, for example `spent` or `net_worth`. */
  of: Type.String({ maxLength: 40 }),
  /**
   * Inclusive days. A total of balances is as of the end of `to`; a change of balances runs from the end of `from`
   * to the end of `to`.
   */
  period: Type.Optional(strict({ from: Day, to: Day })),
  /** The category, group, or account, for totals that need one. */
  key: Type.Optional(Type.String({ maxLength: 200 })),
};

/** Why a transaction of the total's period is omitted: the first reason that applies. */
const OmissionReason = Type.Enum([
  'account',
  'user',
  'card_payment',
  'withdrawal',
  'transfer',
  'currency',
  'later',
]);

/** An account, or the crypto at an exchange. */
const accountFields = {
  kind: Type.Enum(['account', 'exchange']),
  /** The account's id, or the exchange's key. */
  account_id: Type.String(),
  name: Type.String(),
  mask: nullable(Type.String()),
  institution_name: Type.String(),
  group: Type.String(),
  currency: Type.String(),
  balance: nullable(Money),
};

/**
 * How the balance of a past day is known: recorded by that day's sync (`seen`), carried forward from the balance of
 * `day` over posted transactions, or carried back from the first known balance, of `day`.
 */
const BalanceBasis = strict({
  kind: Type.Enum(['seen', 'carried_forward', 'carried_back']),
  day: Day,
});

/** One occurrence of a stream, due or overdue since `day`. */
const occurrenceFields = {
  stream_id: Type.String(),
  /** The user's name for the stream, otherwise its merchant or description. */
  name: Type.String(),
  day: Day,
  overdue: Type.Boolean(),
  frequency: Type.String(),
  amount: Money,
  currency: Type.String(),
};

export const proofCalls = defineCalls({
  'POST /user/proof': {
    access: 'paid',
    demo: true,
    summary:
      'Returns the proof of a total: its rows or balances, the omitted ones with reasons, and the sum',
    body: strict({
      ...totalFields,
      /** Returns only this list, starting at `after`. Default: the first page of both lists. */
      list: Type.Optional(Type.Enum(['included', 'omitted'])),
      /** The `next` of the list's previous page. */
      after: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    response: strict({
      /** What adds up to the total. The proof of one account's balance change also lists its transactions. */
      kind: Type.Enum(['transactions', 'balances', 'changes', 'streams']),
      /** The total: `sign` times the sum of all its rows, or the sum of its balances. */
      sum: Money,
      /** The currency of `sum`: the user's main currency. Null without accounts. */
      currency: nullable(Type.String()),
      /** -1 for totals that money in increases: income, refunds. */
      sign: Type.Enum([1, -1]),
      /** The days of a total of transactions or balance changes. Otherwise null. */
      period: nullable(strict({ from: Day, to: Day })),
      /** The past day that balances are as of. Null for current balances and other totals. */
      as_of: nullable(Day),
      /** Number of rows in total; the lists hold one page each. */
      counts: strict({ included: Type.Integer(), omitted: Type.Integer() }),
      /** Rows in the total that lower it, such as refunds in spending. */
      offsets: strict({ count: Type.Integer(), sum: Money }),
      /** Pending rows in the total. */
      pending: strict({ count: Type.Integer(), sum: Money }),
      /** Omitted rows by reason and currency. */
      reasons: Type.Array(
        strict({
          reason: OmissionReason,
          currency: Type.String(),
          count: Type.Integer(),
          /** What these rows would have added to the total. */
          sum: Money,
        }),
      ),
      included: Type.Array(Transaction),
      omitted: Type.Array(strict({ reason: OmissionReason, transaction: Transaction })),
      /** Keyset cursors of the next pages, or null on the last page. */
      next: strict({ included: nullable(Type.String()), omitted: nullable(Type.String()) }),
      /** All balances, or balance changes, in the total. */
      accounts: Type.Array(
        strict({
          ...accountFields,
          counted: Money,
          /** How the balance is known. Null for a current balance. */
          basis: nullable(BalanceBasis),
          /** The balance before a balance change. Otherwise null. */
          was: nullable(Money),
        }),
      ),
      omitted_accounts: Type.Array(
        strict({
          reason: Type.Enum(['account', 'duplicate', 'currency', 'no_balance']),
          account: strict(accountFields),
        }),
      ),
      /** The part of one account's balance change that `included` doesn't explain. Otherwise null. */
      unexplained: nullable(Money),
      /** All occurrences in a total of streams, one row per day. */
      streams: Type.Array(strict(occurrenceFields)),
      omitted_streams: Type.Array(
        strict({ reason: Type.Enum(['money_in', 'currency']), stream: strict(occurrenceFields) }),
      ),
    }),
  },
  'POST /user/proof/export': {
    access: 'paid',
    demo: true,
    summary: 'Exports the rows of a total as transactions.csv, accounts.csv, or recurring.csv',
    body: strict(totalFields),
    response: Type.Null(),
    media: 'csv',
  },
});
