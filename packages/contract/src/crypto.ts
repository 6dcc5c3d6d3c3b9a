import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Day, Instant, Money, nullable } from './values.ts';

/** What is held of one currency. The amount is exact decimal text, as the exchange sends it. */
const Holding = strict({
  currency: strict({ code: Type.String(), name: Type.String() }),
  balance: strict({ amount: Type.String() }),
});

/** Why there is nothing newer: the exchange does not answer, wants us to wait, or has ended our access. */
const Trouble = Type.Enum(['down', 'busy', 'reconnect']);

export const cryptoCalls = defineCalls({
  'GET /cb/portfolio': {
    access: 'paid',
    demo: true,
    summary: 'Holdings and prices; 404 if the exchange is not linked',
    reply: strict({
      portfolio: Type.Array(Holding),
      /** What is held there in money of a state. It is no part of the crypto total. */
      cash: Type.Array(Holding),
      /** Units of the currency that one US dollar buys, as decimal text; missing where the exchange names none. */
      prices: Type.Record(Type.String(), Type.String()),
      as_of: Instant,
      /** True where the exchange could not be asked now: what is here is what it said last. */
      stale: Type.Optional(Type.Boolean()),
      trouble: Type.Optional(Trouble),
    }),
  },
  'GET /cb/history': {
    access: 'paid',
    demo: true,
    summary:
      'The total in US dollars at the end of each day that it was looked at; empty if the exchange is not linked',
    reply: strict({ points: Type.Array(strict({ date: Day, value: Money, cash: Money })) }),
  },
  'GET /cb': {
    access: 'paid',
    demo: true,
    summary: 'How the connection to the exchange stands; 404 if it is not linked',
    reply: strict({
      exchange: Type.String(),
      state: Type.Enum(['ok', 'reconnect']),
      linked_at: Instant,
      last_fetch: nullable(Instant),
      /** When the last try failed, if it did. */
      failed_at: nullable(Instant),
    }),
  },
  'POST /cb/code': {
    access: 'paid',
    summary: 'Links the exchange with its OAuth code; answers after the first fetch',
    body: strict({
      code: Type.String({ maxLength: 2000 }),
      state: Type.String({ maxLength: 500 }),
    }),
    reply: strict({ linked: Type.Literal(true) }),
  },
  'DELETE /cb': {
    access: 'paid',
    summary: 'Unlinks the exchange',
    reply: Type.Null(),
    status: 204,
  },
  'GET /crypto/authorize-url': {
    access: 'paid',
    summary: "The exchange's authorize URL with state and PKCE",
    reply: strict({ url: Type.String() }),
  },
});
