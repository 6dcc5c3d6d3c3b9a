import Type from 'typebox';
import { Account } from './accounts.ts';
import { defineCalls, strict } from './call.ts';
import { Transaction } from './transactions.ts';
import { Day, Id, Money, nullable } from './values.ts';

/** A repeating payment or income. Inflow amounts are negative. */
export const RecurringStream = strict({
  stream_id: Id,
  stream_type: Type.Enum(['inflow', 'outflow']),
  account_id: Type.String(),
  merchant_name: nullable(Type.String()),
  description: Type.String(),
  last_amount: strict({ amount: Money }),
  average_amount: strict({ amount: Money }),
  frequency: Type.String(),
  last_date: nullable(Day),
  predicted_next_date: nullable(Day),
  category: nullable(Type.String()),
  is_active: Type.Boolean(),
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
      upcoming: Type.Array(RecurringStream),
      later: Type.Array(RecurringStream),
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
      name: Type.Optional(Type.String({ maxLength: 200 })),
      kind: Type.Optional(Type.String({ maxLength: 20 })),
      confirmed: Type.Optional(Type.Boolean()),
      dismissed: Type.Optional(Type.Boolean()),
    }),
    reply: RecurringStream,
  },
});
