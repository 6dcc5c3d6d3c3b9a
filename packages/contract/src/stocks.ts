import Type from 'typebox';
import { defineCalls, strict } from './call.ts';

export const stocksCalls = defineCalls({
  'GET /dashboard/stocks': {
    access: 'public',
    summary: 'Stock quotes',
    reply: Type.Array(strict({ name: Type.String(), price: Type.Number() })),
  },
});
