import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Id, Instant, notBlank, nullable, ProviderIdInput, text } from './values.ts';

/**
 * Distinguishes the items that a user has at one institution: the name of an account that only this item has,
 * or its number. Null if the user has one item there.
 */
const DisambiguationLabel = nullable(Type.String());

/** Display details of an item. */
const ItemDetails = strict({
  institution_name: Type.String(),
  created_at: Instant,
  disambiguation_label: DisambiguationLabel,
  logo_url: nullable(Type.String()),
  /** The institution's color, `#rrggbb`. */
  color: nullable(Type.String()),
});

/** Identifies an item: one login at an institution. `id` is Cairn's id, `item_id` the aggregator's. */
export const ItemReference = strict({
  id: Id,
  item_id: Type.String(),
  item_details: ItemDetails,
});

/**
 * The state of an item.
 *
 * - `ok`: the last sync succeeded.
 * - `queued`, `running`: a sync is waiting or running.
 * - `retrying`: the last sync failed and will be retried.
 * - `login_required`: the user must sign in at the bank again.
 * - `consent_expiring`: the user's consent ends soon.
 * - `revoked`: the user ended access at the bank.
 * - `removed`: the aggregator removed the item.
 * - `error`: the last sync failed for another reason.
 */
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
 * What the user can do to restore an item. Null if nothing is needed.
 *
 * - `reconnect`: sign in at the bank again, in update mode.
 * - `choose_accounts`: share accounts again, in update mode.
 * - `link_again`: link the bank as a new item.
 */
export const Remedy = nullable(Type.Enum(['reconnect', 'choose_accounts', 'link_again']));

/**
 * Additional data that the institution would share if the user consented in update mode. `sentence` is safe to
 * show. Null if nothing is missing.
 */
export const Offer = nullable(
  strict({
    sentence: Type.String(),
    products: Type.Array(Type.Enum(['liabilities', 'investments'])),
  }),
);

/** An item with its state and its last successful sync. */
export const LinkedItem = strict({
  ...ItemReference.properties,
  state: ItemState,
  last_sync: nullable(Instant),
  last_sync_pretty: Type.String(),
});

/** What an item needs, in sentences that are safe to show. */
export const ItemNeeds = strict({
  /** A sentence that describes the error, or null. */
  error: nullable(Type.String()),
  /** A sentence about something that isn't an error, or null. */
  notice: nullable(Type.String()),
  remedy: Remedy,
});

/** The sync state of an item. */
export const ItemSync = strict({
  item_id: Type.String(),
  institution_name: Type.String(),
  disambiguation_label: DisambiguationLabel,
  state: ItemState,
  /** Transactions added so far by the running sync, or in total by the last sync. */
  added: Type.Integer(),
  /** When a sync last succeeded. Changes with every successful sync. */
  last_sync: nullable(Instant),
  ...ItemNeeds.properties,
  offer: Offer,
});

const LinkTokenResponse = strict({ token: Type.String(), expiration: Instant });

export const linkingCalls = defineCalls({
  'POST /plaid/': {
    access: 'paid',
    summary: 'Creates a token that opens the link script for a new item',
    problems: ['provider_failed'],
    response: LinkTokenResponse,
  },
  'POST /plaid/link/update': {
    access: 'paid',
    summary: 'Creates a token that opens the link script in update mode',
    body: strict({
      item_id: ProviderIdInput,
      /** True to let the user choose accounts again. Implied if the item's remedy is `choose_accounts`. */
      choose_accounts: Type.Optional(Type.Boolean()),
    }),
    problems: ['not_found', 'unprocessable', 'provider_failed'],
    response: LinkTokenResponse,
  },
  'POST /plaid/link/known': {
    access: 'paid',
    summary: 'Checks whether accounts from the link script are already linked',
    /** The institution and accounts as the link script returns them, before the public token is exchanged. */
    body: strict({
      /** The aggregator's institution id. */
      institution: ProviderIdInput,
      accounts: Type.Array(
        strict({
          name: text(500),
          mask: nullable(text(20)),
          subtype: nullable(text(100)),
        }),
        { maxItems: 500 },
      ),
    }),
    response: strict({
      /** The linked item that shares the most accounts with the list, and the shared accounts. Null if none does. */
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
    summary: 'Ends update mode (completed, or new accounts declined) and syncs the item',
    body: strict({ item_id: ProviderIdInput }),
    problems: ['not_found'],
    response: ItemSync,
    status: 202,
  },
  'POST /plaid/link/token': {
    access: 'paid',
    summary: 'Exchanges a public token, links the item, and starts its first sync',
    body: strict({
      public_token: notBlank(500),
      /** The link script's metadata. Ignored: names come from the aggregator. */
      metadata: Type.Optional(Type.Object({}, { additionalProperties: true })),
    }),
    problems: ['link_expired', 'conflict', 'provider_failed'],
    response: strict({ item_id: Type.String() }),
    status: 201,
  },
  'GET /plaid/link/items': {
    access: 'paid',
    demo: true,
    summary: 'Lists items with their state and last sync',
    response: strict({
      link_tokens: Type.Array(ItemReference),
      details: Type.Array(LinkedItem),
    }),
  },
  'POST /user/plaid/sync_transactions': {
    access: 'paid',
    summary: 'Starts a sync of every item; a call during a sync returns the same sync',
    response: strict({
      state: Type.Enum(['queued', 'running']),
      items: Type.Array(ItemSync),
    }),
    status: 202,
  },
  'GET /user/sync': {
    access: 'paid',
    demo: true,
    summary: 'Returns the sync state of every item',
    response: strict({
      state: Type.Enum(['idle', 'queued', 'running']),
      last_sync_pretty: Type.String(),
      items: Type.Array(ItemSync),
    }),
  },
  'GET /user/events': {
    access: 'user',
    summary: 'Streams server-sent events: sync started, progress, finished; subscription changed',
    problems: ['too_many_requests'],
    response: Type.Null(),
    media: 'events',
  },
  'POST /webhooks/plaid': {
    access: 'public',
    signed: true,
    signatureHeader: 'plaid-verification',
    summary:
      "Receives the aggregator's webhooks: verifies the raw bytes, stores the event, and processes it in a job",
    response: strict({ received: Type.Literal(true) }),
  },
});
