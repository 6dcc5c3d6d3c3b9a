import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Instant } from './values.ts';

export const cryptoCalls = defineCalls({
  'GET /cb/portfolio': {
    access: 'paid',
    demo: true,
    summary: 'Holdings and prices; 404 if the exchange is not linked',
    reply: strict({
      /** Amounts are strings, as the exchange sends them. */
      portfolio: Type.Array(
        strict({
          currency: strict({ code: Type.String(), name: Type.String() }),
          balance: strict({ amount: Type.String() }),
        }),
      ),
      /** Units of the currency that one unit of the main currency buys. */
      prices: Type.Record(Type.String(), Type.String()),
      as_of: Instant,
      stale: Type.Optional(Type.Boolean()),
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
