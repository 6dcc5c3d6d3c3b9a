import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { BalanceKind, Day, Instant, Money, nullable, text } from './values.ts';

/** A holding of one currency. The amount is exact decimal text, as the exchange sends it. */
const Holding = strict({
  currency: strict({ code: Type.String(), name: Type.String() }),
  balance: strict({ amount: Type.String() }),
});

/** Why the data is stale: the exchange is unavailable, is rate-limiting us, or needs to be linked again. */
const FetchProblem = Type.Enum(['down', 'busy', 'reconnect']);

export const cryptoCalls = defineCalls({
  'GET /cb/portfolio': {
    access: 'paid',
    demo: true,
    summary: 'Returns holdings and prices; 404 if the exchange is not linked',
    problems: ['not_found', 'too_many_requests', 'provider_failed'],
    response: strict({
      portfolio: Type.Array(Holding),
      /** Fiat currency held at the exchange. Not part of the crypto total. */
      cash: Type.Array(Holding),
      /** Units of each currency that one US dollar buys, as decimal text. Currencies without a price are absent. */
      prices: Type.Record(Type.String(), Type.String()),
      as_of: Instant,
      /** True if the exchange is unavailable and this is the last fetched data. */
      stale: Type.Optional(Type.Boolean()),
      stale_reason: Type.Optional(FetchProblem),
    }),
  },
  'GET /cb/history': {
    access: 'paid',
    demo: true,
    summary:
      'Returns the total in US dollars for each day since the first fetch; empty if the exchange is not linked',
    response: strict({
      /**
       * Up to the day of the last fetch. A day without a fetch has the values of the fetch before it and is
       * `estimated`.
       */
      points: Type.Array(strict({ date: Day, value: Money, cash: Money, kind: BalanceKind })),
    }),
  },
  'GET /cb': {
    access: 'paid',
    demo: true,
    summary: 'Returns the state of the exchange link; 404 if it is not linked',
    problems: ['not_found'],
    response: strict({
      exchange: Type.String(),
      state: Type.Enum(['ok', 'reconnect']),
      linked_at: Instant,
      last_fetch: nullable(Instant),
      /** When the latest fetch failed. Null if it succeeded. */
      failed_at: nullable(Instant),
    }),
  },
  'POST /cb/code': {
    access: 'paid',
    creates: true,
    summary: 'Links the exchange with its OAuth code; responds after the first fetch',
    body: strict({
      code: text(2000),
      state: text(500),
    }),
    problems: ['not_found', 'link_expired', 'provider_failed'],
    response: strict({ linked: Type.Literal(true) }),
  },
  'DELETE /cb': {
    access: 'paid',
    stepUp: 'recent',
    summary: 'Unlinks the exchange',
    problems: ['not_found'],
    response: Type.Null(),
    status: 204,
  },
  'GET /crypto/authorize-url': {
    access: 'paid',
    summary: "Returns the URL of the exchange's consent page, with `state` and a PKCE challenge",
    problems: ['not_found'],
    response: strict({ url: Type.String() }),
  },
});
