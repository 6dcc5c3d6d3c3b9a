import Type from 'typebox';
import { Account } from './accounts.ts';
import { defineCalls, strict } from './call.ts';
import { Transaction } from './transactions.ts';
import { Day, Id, IdInput, Money, nullable, text } from './values.ts';

/** A stream: a recurring payment or income. Inflow amounts are negative. `stream_id` is Cairn's id. */
export const RecurringStream = strict({
  stream_id: Id,
  /** The user's name for the stream. Null if the user didn't name it. */
  name: nullable(Type.String()),
  stream_type: Type.Enum(['inflow', 'outflow']),
  account_id: Type.String(),
  merchant_name: nullable(Type.String()),
  /** The merchant's logo, from the newest payment that has one. */
  logo_url: nullable(Type.String()),
  description: Type.String(),
  last_amount: strict({ amount: Money }),
  average_amount: strict({ amount: Money }),
  currency: Type.String(),
  /** The aggregator's frequency: WEEKLY, BIWEEKLY, SEMI_MONTHLY, MONTHLY, ANNUALLY, or UNKNOWN. */
  frequency: Type.String(),
  /** The day of the last payment. */
  last_date: nullable(Day),
  /** The day of the next expected payment. Null if it can't be predicted. */
  predicted_next_date: nullable(Day),
  category: nullable(Type.String()),
  is_active: Type.Boolean(),
  /** `cancelled`: the payments stopped. `tombstoned`: the bank no longer reports it as recurring. */
  status: Type.Enum(['active', 'cancelled', 'tombstoned']),
  /** True if the payment is 1 to 10 days overdue. */
  overdue: Type.Boolean(),
  /** The type that the user set. */
  kind: nullable(Type.Enum(['bill', 'subscription', 'income'])),
  /** True if the user confirmed the stream. Never true together with `dismissed`. */
  confirmed: Type.Boolean(),
  /** True if the user said that the stream isn't recurring. */
  dismissed: Type.Boolean(),
});

export const recurringCalls = defineCalls({
  'POST /user/plaid/recurring_txs': {
    access: 'paid',
    demo: true,
    summary: 'Lists streams, with occurrences due this month and later',
    response: strict({
      recurring: Type.Array(RecurringStream),
      /** One row per occurrence due until the end of this month, overdue ones first. */
      upcoming: Type.Array(RecurringStream),
      later: Type.Array(RecurringStream),
      /** Payments of the streams in `recurring` this month so far, by day, oldest first. */
      paid: Type.Array(strict({ stream_id: Id, day: Day, amount: Money })),
      /** Streams that ended or that the user dismissed. */
      ended: Type.Array(RecurringStream),
      /** Sum of the positive amounts in `upcoming`, in the main currency. */
      estimated_remaining: Money,
      /** Number of rows in `upcoming` that the sum omits because of their currency. */
      omitted_count: Type.Integer(),
      /** Payments and income due today or in the seven days after it, even if those days are in the next month. */
      due_soon: strict({
        /** The seventh day after today. */
        until: Day,
        /** One row per occurrence, earliest first. None is overdue. */
        streams: Type.Array(RecurringStream),
        /** Sum of the positive amounts, in the main currency. */
        total: Money,
        /** Number of payments in the sum. */
        count: Type.Integer(),
        /** Number of payments that the sum omits because of their currency. */
        omitted_count: Type.Integer(),
      }),
      /** Subscriptions, as the rule `isSubscription` defines them. */
      subscriptions: strict({
        /** What the active subscriptions cost in an average month, in the main currency. */
        monthly_total: Money,
        /** Number of subscriptions in the sum. */
        count: Type.Integer(),
        /** Number of subscriptions that the sum omits because of their currency or unknown frequency. */
        omitted_count: Type.Integer(),
      }),
      /** The user's main currency. */
      currency: Type.String(),
    }),
  },
  'GET /user/recurringtx/:id': {
    access: 'paid',
    demo: true,
    summary: 'Returns a stream with its account and payments',
    params: strict({ id: IdInput }),
    response: strict({ tx: RecurringStream, account: Account, payments: Type.Array(Transaction) }),
  },
  'PATCH /user/recurringtx/:id': {
    access: 'paid',
    summary: 'Renames, confirms, or dismisses a stream, or sets its type',
    params: strict({ id: IdInput }),
    body: strict({
      /** An empty name restores the bank's name. */
      name: Type.Optional(text(200, Type.String({ maxLength: 80, pattern: '^[^\\u0000]*$' }))),
      /** `bill`, `subscription`, or `income`. Null or an empty text clears the type. */
      kind: Type.Optional(nullable(text(20, Type.Enum(['bill', 'subscription', 'income', ''])))),
      /** True also sets `dismissed` to false. Only one of the two can be true. */
      confirmed: Type.Optional(Type.Boolean()),
      /** True also sets `confirmed` to false. */
      dismissed: Type.Optional(Type.Boolean()),
    }),
    problems: ['unprocessable'],
    response: RecurringStream,
  },
});
