import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Instant, nullable } from './values.ts';

export const stocksCalls = defineCalls({
  'GET /dashboard/stocks': {
    access: 'public',
    summary: 'Lists stock prices in US dollars; stocks without a known price are omitted',
    emptyResponses: { 304: 'The cached response is current' },
    response: Type.Array(strict({ name: Type.String(), price: Type.Number() })),
  },
  'GET /dashboard/stocks/updated': {
    access: 'public',
    summary: 'Returns the source and age of the stock prices',
    emptyResponses: { 304: 'The cached response is current' },
    response: strict({
      /** The name of the quote provider. Null if there is none. */
      source: nullable(Type.String()),
      /** When each price was quoted. */
      updated: Type.Array(strict({ name: Type.String(), at: Instant })),
    }),
  },
});
