import Type from 'typebox';
import { Account } from './accounts.ts';
import { defineCalls, strict } from './call.ts';
import { ItemDetails, ItemState, LinkToken } from './linking.ts';
import { Id, Instant, nullable } from './values.ts';

export const institutionsCalls = defineCalls({
  'GET /institutions': {
    access: 'paid',
    demo: true,
    summary: 'The linked institutions and whether the exchange is linked',
    reply: strict({
      link_tokens: Type.Array(LinkToken),
      /** True if the exchange is linked, else absent; never a secret. */
      cb_token: Type.Optional(Type.Literal(true)),
    }),
  },
  'GET /institution/:id': {
    access: 'paid',
    demo: true,
    summary: 'One linked institution with its accounts',
    params: strict({ id: Id }),
    reply: strict({
      token: strict({
        id: Id,
        item_id: Type.String(),
        item_details: ItemDetails,
        state: ItemState,
        last_sync: nullable(Instant),
      }),
      accounts: Type.Array(Account),
    }),
  },
  'GET /institution/:id/history': {
    access: 'paid',
    demo: true,
    summary: 'What each sync brought',
    params: strict({ id: Id }),
    reply: strict({
      syncs: Type.Array(
        strict({
          at: Instant,
          added: Type.Integer(),
          modified: Type.Integer(),
          removed: Type.Integer(),
          error: nullable(Type.String()),
        }),
      ),
    }),
  },
  'DELETE /institution/:id': {
    access: 'paid',
    summary: 'Unlinks at the provider, then deletes its data',
    params: strict({ id: Id }),
    reply: Type.Null(),
    status: 204,
  },
});
