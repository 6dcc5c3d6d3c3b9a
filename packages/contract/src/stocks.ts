import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Instant, nullable } from './values.ts';

export const stocksCalls = defineCalls({
  'GET /dashboard/stocks': {
    access: 'public',
    summary: 'What stocks cost, in dollars; those whose price is not known are left out',
    reply: Type.Array(strict({ name: Type.String(), price: Type.Number() })),
  },
  'GET /dashboard/stocks/updated': {
    access: 'public',
    summary: 'How old those prices are, and whose they are',
    reply: strict({
      /** Who said what they cost; null where no prices are offered. */
      source: nullable(Type.String()),
      /** When it was said, for each row of the table. */
      updated: Type.Array(strict({ name: Type.String(), at: Instant })),
    }),
  },
});
