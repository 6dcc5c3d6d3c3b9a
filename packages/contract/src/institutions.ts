import Type from 'typebox';
import { Account } from './accounts.ts';
import { defineCalls, strict } from './call.ts';
import { ItemDetails, ItemState, LinkToken, Remedy } from './linking.ts';
import { Id, Instant, Money, nullable } from './values.ts';

/** What a sync changed of one account. */
const ChangedAccount = strict({
  account_id: Type.String(),
  name: Type.String(),
  currency: Type.String(),
  is_new: Type.Boolean(),
  /** Its bank lists it no more: it is closed there, or not shared any more. */
  closed: Type.Boolean(),
  /** Its bank lists it again. */
  reopened: Type.Boolean(),
  /** Its balance before and after; null where it stayed as it was, or is not known. */
  balance: nullable(strict({ before: nullable(Money), after: nullable(Money) })),
  /** What else is not what it was. */
  changed: Type.Array(Type.Enum(['name', 'number', 'type', 'limit'])),
});

/** What one sync brought. `error` is a sentence that is safe to show, or null. */
const SyncRun = strict({
  at: Instant,
  added: Type.Integer(),
  /**
   * Transactions that were here and are not what they were, and pending ones that have posted; those sent again
   * as they were don't count.
   */
  modified: Type.Integer(),
  removed: Type.Integer(),
  error: nullable(Type.String()),
  accounts: Type.Array(ChangedAccount),
});

/** What the user decided about one account. */
const AccountDecision = strict({
  at: Instant,
  account_id: Type.String(),
  /** What it is called now. */
  name: Type.String(),
  event: Type.Enum(['renamed', 'name_restored', 'hidden', 'shown']),
  /** Of a name: what it was, and what it became. */
  before: nullable(Type.String()),
  after: nullable(Type.String()),
});

export const institutionsCalls = defineCalls({
  'GET /institutions': {
    access: 'paid',
    demo: true,
    summary: 'The linked institutions and whether the exchange is linked',
    reply: strict({
      link_tokens: Type.Array(LinkToken),
      /** True if the exchange is linked, else absent; never a secret. */
      cb_token: Type.Optional(Type.Literal(true)),
      /**
       * Institutions that are here no more because access was withdrawn there in the last 30 days, and that were not
       * linked again since; newest first.
       */
      withdrawn: Type.Array(strict({ institution_name: Type.String(), at: Instant })),
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
        last_sync_pretty: Type.String(),
        /** What is wrong with the connection, in a sentence; or null. */
        error: nullable(Type.String()),
        /** What is worth knowing although nothing is wrong, likewise. */
        notice: nullable(Type.String()),
        remedy: Remedy,
        /** True from the moment the user unlinks it until everything of it is deleted. */
        unlinking: Type.Boolean(),
        /** What the newest sync brought; null before the first has ended. */
        last_run: nullable(SyncRun),
      }),
      accounts: Type.Array(Account),
    }),
  },
  'GET /institution/:id/history': {
    access: 'paid',
    demo: true,
    summary: 'What each sync brought, and what the user decided about the accounts',
    params: strict({ id: Id }),
    reply: strict({
      /** The newest 100, newest first. */
      syncs: Type.Array(SyncRun),
      /** Likewise. */
      decisions: Type.Array(AccountDecision),
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
