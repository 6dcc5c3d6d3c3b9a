import Type from 'typebox';
import { Account } from './accounts.ts';
import { defineCalls, strict } from './call.ts';
import { Transaction } from './transactions.ts';
import { Day, Id, Money, nullable } from './values.ts';

/** A repeating payment or income. Inflow amounts are negative. `stream_id` is ours. */
export const RecurringStream = strict({
  stream_id: Id,
  /** What the user calls it; null: by its merchant or description. */
  name: nullable(Type.String()),
  stream_type: Type.Enum(['inflow', 'outflow']),
  account_id: Type.String(),
  merchant_name: nullable(Type.String()),
  description: Type.String(),
  last_amount: strict({ amount: Money }),
  average_amount: strict({ amount: Money }),
  currency: Type.String(),
  /** In the aggregator's words: WEEKLY, BIWEEKLY, SEMI_MONTHLY, MONTHLY, ANNUALLY, UNKNOWN. */
  frequency: Type.String(),
  /** The day of its last payment. */
  last_date: nullable(Day),
  /** The day it is expected on; null where none can be told. */
  predicted_next_date: nullable(Day),
  category: nullable(Type.String()),
  is_active: Type.Boolean(),
  /** `cancelled`: its payments stopped. `tombstoned`: the bank no longer counts it as recurring. */
  status: Type.Enum(['active', 'cancelled', 'tombstoned']),
  /** The expected day has passed without a payment, by 10 days at most. */
  overdue: Type.Boolean(),
  kind: nullable(Type.Enum(['bill', 'subscription', 'income'])),
  confirmed: Type.Boolean(),
  dismissed: Type.Boolean(),
});

export const recurringCalls = defineCalls({
  'POST /user/plaid/recurring_txs': {
    access: 'paid',
    demo: true,
    summary: 'All active streams, those expected this month, and those after it',
    reply: strict({
      recurring: Type.Array(RecurringStream),
      /** One row for each day on which a stream is due until the end of this month, overdue ones first. */
      upcoming: Type.Array(RecurringStream),
      later: Type.Array(RecurringStream),
      /** What the streams of `recurring` have moved this month so far, by day; oldest first. */
      paid: Type.Array(strict({ stream_id: Id, day: Day, amount: Money })),
      /** What is over, and what the user said is not recurring. */
      ended: Type.Array(RecurringStream),
      /** The sum of the positive amounts of `upcoming`, in the main currency. */
      estimated_remaining: Money,
      /** Rows of `upcoming` in another currency, which that sum leaves out. */
      not_counted: Type.Integer(),
      /** The main currency. */
      currency: Type.String(),
    }),
  },
  'GET /user/recurringtx/:id': {
    access: 'paid',
    demo: true,
    summary: 'One stream with its account and payments',
    params: strict({ id: Id }),
    reply: strict({ tx: RecurringStream, account: Account, payments: Type.Array(Transaction) }),
  },
  'PATCH /user/recurringtx/:id': {
    access: 'paid',
    summary: 'Renames, confirms or dismisses a stream, or says what it is',
    params: strict({ id: Id }),
    body: strict({
      /** Empty: the bank's name again. */
      name: Type.Optional(Type.String({ maxLength: 200 })),
      /** `bill`, `subscription` or `income`; null: not said. */
      kind: Type.Optional(nullable(Type.String({ maxLength: 20 }))),
      confirmed: Type.Optional(Type.Boolean()),
      dismissed: Type.Optional(Type.Boolean()),
    }),
    reply: RecurringStream,
  },
});
