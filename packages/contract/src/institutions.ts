import Type from 'typebox';
import { Account } from './accounts.ts';
import { defineCalls, strict } from './call.ts';
import { ItemNeeds, ItemReference, LinkedItem } from './linking.ts';
import { IdInput, Instant, Money, nullable } from './values.ts';

/** What a sync changed in one account. */
const ChangedAccount = strict({
  account_id: Type.String(),
  name: Type.String(),
  currency: Type.String(),
  is_new: Type.Boolean(),
  /** The bank stopped reporting the account: it was closed, or is no longer shared. */
  closed: Type.Boolean(),
  /** The bank reports the account again. */
  reopened: Type.Boolean(),
  /** The balance before and after. Null if it is unchanged or unknown. */
  balance: nullable(strict({ before: nullable(Money), after: nullable(Money) })),
  /** Other changed properties. */
  changed: Type.Array(Type.Enum(['name', 'number', 'type', 'limit'])),
});

/** The result of one sync. `error` is a sentence that is safe to show, or null. */
const SyncRun = strict({
  at: Instant,
  added: Type.Integer(),
  /** Changed transactions, and pending transactions that posted. Not those that were sent again without a change. */
  modified: Type.Integer(),
  removed: Type.Integer(),
  error: nullable(Type.String()),
  accounts: Type.Array(ChangedAccount),
});

/** A change that the user made to an account. */
const UserAccountChange = strict({
  at: Instant,
  account_id: Type.String(),
  /** The account's current name. */
  name: Type.String(),
  event: Type.Enum(['renamed', 'name_restored', 'hidden', 'shown']),
  /** For name changes: the old and the new name. */
  before: nullable(Type.String()),
  after: nullable(Type.String()),
});

export const institutionsCalls = defineCalls({
  'GET /institutions': {
    access: 'paid',
    demo: true,
    summary: 'Lists linked banks, and whether the exchange is linked',
    response: strict({
      link_tokens: Type.Array(ItemReference),
      /** True if the exchange is linked, otherwise absent. Never a secret. */
      cb_token: Type.Optional(Type.Literal(true)),
      /**
       * Banks whose access the user withdrew at the bank in the last 30 days and that are not linked again,
       * newest first.
       */
      revoked_institutions: Type.Array(strict({ institution_name: Type.String(), at: Instant })),
    }),
  },
  'GET /institution/:id': {
    access: 'paid',
    demo: true,
    summary: 'Returns an item with its accounts',
    params: strict({ id: IdInput }),
    response: strict({
      token: strict({
        ...LinkedItem.properties,
        ...ItemNeeds.properties,
        /** True from when the user unlinks it until its data is deleted. */
        unlinking: Type.Boolean(),
        /** The latest finished sync. Null before the first sync finishes. */
        last_run: nullable(SyncRun),
      }),
      accounts: Type.Array(Account),
    }),
  },
  'GET /institution/:id/history': {
    access: 'paid',
    demo: true,
    summary: "Lists sync results and the user's changes to accounts",
    params: strict({ id: IdInput }),
    response: strict({
      /** Newest first, at most 100. */
      syncs: Type.Array(SyncRun),
      /** Newest first, at most 100. */
      decisions: Type.Array(UserAccountChange),
    }),
  },
  'DELETE /institution/:id': {
    access: 'paid',
    stepUp: 'recent',
    summary: 'Unlinks an item: revokes access at the provider, then deletes its data',
    params: strict({ id: IdInput }),
    response: Type.Null(),
    status: 204,
  },
});
