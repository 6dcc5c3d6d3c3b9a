import Type from 'typebox';
import { defineCalls, strict } from './call.ts';

export const billingCalls = defineCalls({
  'POST /billing/portal': {
    access: 'user',
    summary: "The payment provider's customer portal",
    reply: strict({ url: Type.String() }),
  },
  'POST /webhooks/stripe': {
    access: 'public',
    signed: true,
    summary:
      "The payment provider's events: verified on the raw bytes, stored, answered, worked off by a job",
    reply: strict({ received: Type.Literal(true) }),
  },
});
