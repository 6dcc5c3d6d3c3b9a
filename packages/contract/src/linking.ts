import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Id, Instant, nullable } from './values.ts';

/**
 * What tells it from another login at the same institution, an account that only it has or which login it is;
 * null where it is the only one.
 */
const ToldApart = nullable(Type.String());

/** What is shown of a linked institution. */
export const ItemDetails = strict({
  institution_name: Type.String(),
  created_at: Instant,
  told_apart: ToldApart,
});

/** One linked institution. `id` is ours, `item_id` the aggregator's. */
export const LinkToken = strict({
  id: Id,
  item_id: Type.String(),
  item_details: ItemDetails,
});

/** Where the connection to an institution stands. */
export const ItemState = Type.Enum([
  'ok',
  'queued',
  'running',
  'retrying',
  'login_required',
  'consent_expiring',
  'revoked',
  'removed',
  'error',
]);

/**
 * The one thing that helps a connection: signing in at the bank again, choosing the accounts there anew
 * (both are the link script in update mode), or linking it anew. Null: nothing is to be done.
 */
export const Remedy = nullable(Type.Enum(['reconnect', 'choose_accounts', 'link_again']));

/**
 * What an institution could tell besides, were its customer to agree to that there (the link script in update mode
 * asks), in a sentence and by kind; null: nothing.
 */
export const Offer = nullable(
  strict({
    sentence: Type.String(),
    products: Type.Array(Type.Enum(['liabilities', 'investments'])),
  }),
);

/** One linked institution with its sync. */
export const ItemSync = strict({
  item_id: Type.String(),
  institution_name: Type.String(),
  told_apart: ToldApart,
  state: ItemState,
  /** Transactions that the running or the last sync brought so far. */
  added: Type.Integer(),
  /** When a sync last brought it up to date: a change says that one ended, however short it was. */
  last_sync: nullable(Instant),
  /** What is wrong, in a sentence that is safe to show, or null. */
  error: nullable(Type.String()),
  /** What is worth knowing although nothing is wrong, likewise. */
  notice: nullable(Type.String()),
  remedy: Remedy,
  offer: Offer,
});

const LinkTokenReply = strict({ token: Type.String(), expiration: Instant });

export const linkingCalls = defineCalls({
  'POST /plaid/': {
    access: 'paid',
    summary: 'A token that opens the link script for a new institution',
    reply: LinkTokenReply,
  },
  'POST /plaid/link/update': {
    access: 'paid',
    summary: 'A token that opens the link script for an institution that needs the user',
    body: strict({
      item_id: Id,
      /** Has the user choose the accounts anew; also without, where that is what helps. */
      choose_accounts: Type.Optional(Type.Boolean()),
    }),
    reply: LinkTokenReply,
  },
  'POST /plaid/link/known': {
    access: 'paid',
    summary: 'Whether accounts that the link script has just brought are linked already',
    /** As the link script tells of them, before its token is handed in. */
    body: strict({
      /** The aggregator's id of the institution. */
      institution: Id,
      accounts: Type.Array(
        strict({
          name: Type.String({ maxLength: 500 }),
          mask: nullable(Type.String({ maxLength: 20 })),
          subtype: nullable(Type.String({ maxLength: 100 })),
        }),
        { maxItems: 500 },
      ),
    }),
    reply: strict({
      /** The connection that has most of them, and which ones; null: none has any. */
      known: nullable(
        strict({
          item_id: Type.String(),
          institution_name: Type.String(),
          accounts: Type.Array(strict({ name: Type.String(), mask: nullable(Type.String()) })),
        }),
      ),
    }),
  },
  'POST /plaid/link/updated': {
    access: 'paid',
    summary:
      'Says that the user has been through update mode, or does not want to choose accounts; syncs that institution',
    body: strict({ item_id: Id }),
    reply: ItemSync,
    status: 202,
  },
  'POST /plaid/link/token': {
    access: 'paid',
    summary: 'Links the institution of a public token and starts its first sync',
    body: strict({
      public_token: Type.String({ maxLength: 500 }),
      /** As the link script gives it. Not trusted: names come from the aggregator. */
      metadata: Type.Optional(Type.Object({}, { additionalProperties: true })),
    }),
    reply: strict({ item_id: Type.String() }),
    status: 201,
  },
  'GET /plaid/link/items': {
    access: 'paid',
    demo: true,
    summary: 'The linked institutions, with state and last sync',
    reply: strict({
      link_tokens: Type.Array(LinkToken),
      details: Type.Array(
        strict({
          id: Id,
          item_id: Type.String(),
          item_details: ItemDetails,
          state: ItemState,
          last_sync: nullable(Instant),
          last_sync_pretty: Type.String(),
        }),
      ),
    }),
  },
  'POST /user/plaid/sync_transactions': {
    access: 'paid',
    summary: 'Starts a sync of every linked institution; a second call answers the same run',
    reply: strict({
      state: Type.Enum(['queued', 'running']),
      items: Type.Array(ItemSync),
    }),
    status: 202,
  },
  'GET /user/sync': {
    access: 'paid',
    demo: true,
    summary: 'Where the syncs stand',
    reply: strict({
      state: Type.Enum(['idle', 'queued', 'running']),
      last_sync_pretty: Type.String(),
      items: Type.Array(ItemSync),
    }),
  },
  'GET /user/events': {
    access: 'user',
    summary: 'Server-sent events: sync started, progress, finished; subscription changed',
    reply: Type.Null(),
    media: 'events',
  },
  'POST /webhooks/plaid': {
    access: 'public',
    signed: true,
    summary:
      "The aggregator's webhooks: verified on the raw bytes, stored, answered, worked off by a job",
    reply: strict({ received: Type.Literal(true) }),
  },
});
