import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Transaction } from './transactions.ts';
import { CursorInput, Id, IdInput, Instant, nullable } from './values.ts';

/** The fields of a transaction that a change changed, with their values before or after it. */
export const ChangedValues = strict({
  /** The override. Null: the provider's category. */
  category: Type.Optional(nullable(Type.String())),
  /** Ids of tags. Tags that have been deleted since are included. */
  tags: Type.Optional(Type.Array(Id)),
  note: Type.Optional(nullable(Type.String())),
  excluded: Type.Optional(Type.Boolean()),
  reviewed: Type.Optional(Type.Boolean()),
});

/** One change by the user, whatever the number of transactions that it changed. */
export const Change = strict({
  id: Id,
  at: Instant,
  /** `bulk`: of many transactions at once. */
  kind: Type.Enum(['edit', 'bulk', 'undo']),
  /** For `undo`: the change that it undid. */
  undoes: nullable(Id),
  /** The change that undid this one, or null while it is in effect. */
  undone_by: nullable(Id),
  /** Number of transactions that it changed. */
  count: Type.Integer({ minimum: 1 }),
  /** Number of those that are still to be changed. A change of many transactions takes a while. */
  pending: Type.Integer({ minimum: 0 }),
  /** The first three transactions that it changed. Empty if the first ones are still to be changed. */
  examples: Type.Array(
    strict({
      transaction_id: Id,
      /** The transaction's current name, or null if it was deleted with its bank. */
      name: nullable(Type.String()),
      before: ChangedValues,
      after: ChangedValues,
    }),
  ),
});

export const changesCalls = defineCalls({
  'GET /user/changes': {
    access: 'paid',
    demo: true,
    summary: "Lists the user's changes of the last 90 days, newest first, 50 per page",
    query: strict({ after: Type.Optional(CursorInput) }),
    problems: ['unprocessable'],
    response: strict({
      changes: Type.Array(Change),
      /** Keyset cursor of the next page, or null on the last page. */
      next: nullable(Type.String()),
    }),
  },
  'POST /user/changes/:id/undo': {
    access: 'paid',
    summary: 'Restores the values before a change; `force` also replaces later changes',
    params: strict({ id: IdInput }),
    body: strict({ force: Type.Optional(Type.Boolean()) }),
    problems: ['changed_since'],
    response: strict({
      /** The entry of the undo in the changes. Null if everything already had the values before. */
      change_id: nullable(Id),
      /** Number of transactions that were changed. */
      count: Type.Integer({ minimum: 0 }),
      /** The listed transactions that were changed, or paired or unpaired as internal transfers. At most 100. */
      transactions: Type.Array(Transaction),
    }),
  },
});
