import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Day, Money } from './values.ts';

export const networthCalls = defineCalls({
  'GET /user/networth/history': {
    access: 'paid',
    demo: true,
    summary: 'Assets, debts and net per day',
    query: strict({ range: Type.Optional(Type.String({ maxLength: 10 })) }),
    reply: strict({
      points: Type.Array(strict({ date: Day, assets: Money, debts: Money, net: Money })),
    }),
  },
});
