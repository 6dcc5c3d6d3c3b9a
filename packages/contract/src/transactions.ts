import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { maxNoteLength, maxTagsPerTransaction } from './rules/annotation-limits.ts';
import {
  CategoryInput,
  CursorInput,
  Day,
  DayInput,
  Id,
  IdInput,
  Instant,
  Money,
  Month,
  nullable,
  ProviderIdInput,
  text,
} from './values.ts';

/** The first reason that applies for excluding a transaction, or null if it is included. */
export const ExclusionReason = nullable(Type.Enum(['account', 'user', 'category', 'transfer']));

/** A transaction. `id` is Cairn's id, `transaction_id` the provider's. Positive amounts are money out. */
export const Transaction = strict({
  id: Id,
  transaction_id: Type.String(),
  account_id: Type.String(),
  name: Type.String(),
  merchant_name: nullable(Type.String()),
  /** A path on the API's origin. */
  logo_url: nullable(Type.String()),
  amount: Money,
  currency: Type.String(),
  authorized_date: nullable(Day),
  date: Day,
  pending: Type.Boolean(),
  original_description: nullable(Type.String()),
  personal_finance_category: strict({ primary: Type.String(), detailed: Type.String() }),
  overridden_category: nullable(Type.String()),
  effective_category: Type.String(),
  exclude_transaction: Type.Boolean(),
  excluded: ExclusionReason,
  transfer_pair_id: nullable(Id),
  /** Ids of the user's tags. */
  tags: Type.Array(Id),
  /** The user's note: plain text. */
  note: nullable(Type.String()),
  /** The user has seen it and agrees. */
  reviewed: Type.Boolean(),
  recurring_stream_id: Type.Optional(Type.String()),
  plaid_account: strict({ mask: nullable(Type.String()), name: Type.String() }),
});

/** What happened to a transaction: reported by the bank, or decided by the user. */
export const StoryEvent = Type.Enum([
  'arrived_pending',
  'arrived',
  'posted',
  'changed',
  'removed',
  'returned',
  'recategorized',
  'category_restored',
  'excluded',
  'included',
  'tags_changed',
  'note_changed',
  'reviewed',
  'unreviewed',
]);

/** The id of the entry in the changes (`GET /user/changes`), or null if nothing changed. */
const ChangeId = nullable(Id);

/** The named ranges of days that end today. */
export const dateRangeNames = [
  'last_week',
  'current_month',
  'last_30_days',
  'last_60_days',
  'this_year',
  'all_time',
] as const;

/** A named range, or inclusive days. Unknown names are allowed by the schema and return 422 with an explanation. */
export const DateRange = Type.Union([
  text(40, Type.Enum([...dateRangeNames])),
  strict({ from: DayInput, to: DayInput }),
]);

const filter = {
  category: Type.Optional(Type.Array(text(200), { maxItems: 1000 })),
  account: Type.Optional(Type.Array(ProviderIdInput, { maxItems: 1000 })),
  date_range: Type.Optional(DateRange),
  /** Words, or a search with operators, as docs/search.md describes. */
  search_str: Type.Optional(text(200)),
  /**
   * Only the transactions that count in this budgeted category: spending up to today in the main currency, without
   * bills. Those of a month add up to the category's `totals` in the budget. If the budget lacks the category, no
   * transaction matches.
   */
  budget_category: Type.Optional(text(200)),
};

const Page = strict({
  transactions: Type.Array(Transaction),
  /** Number of pages of 50. A search counts only up to the page after this one. */
  num_pages: Type.Integer({ minimum: 1 }),
  /** Keyset cursor of the next page, or null on the last page. */
  next: nullable(Type.String()),
});

const pageNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 });

export const transactionsCalls = defineCalls({
  'POST /user/transactions/v2': {
    access: 'paid',
    demo: true,
    summary: 'Lists filtered transactions, newest first, 50 per page',
    body: strict({
      ...filter,
      page_number: Type.Optional(pageNumber),
      /** The `next` of the previous page. Such pages neither skip nor repeat rows while new rows arrive. */
      after: Type.Optional(CursorInput),
    }),
    problems: ['not_found', 'unprocessable'],
    response: Page,
  },
  'POST /user/transactions/account': {
    access: 'paid',
    demo: true,
    summary: 'Lists the transactions of one account, 50 per page',
    body: strict({ account_id: ProviderIdInput, page_number: Type.Optional(pageNumber) }),
    problems: ['not_found'],
    response: Page,
  },
  'POST /user/transactions/summary': {
    access: 'paid',
    demo: true,
    summary: 'Returns the count, money in, and money out for a filter',
    body: strict(filter),
    problems: ['not_found', 'unprocessable'],
    response: strict({
      count: Type.Integer(),
      sum_in: Money,
      sum_out: Money,
      /** Listed transactions that the sums omit: excluded, in another currency, or in the future. */
      omitted_count: Type.Integer(),
      /** The currency of the sums: the user's main currency. */
      currency: Type.String(),
    }),
  },
  'POST /user/transactions/monthly': {
    access: 'paid',
    demo: true,
    summary: 'Returns spending and income per month for a filter: the last 12 months, oldest first',
    body: strict(filter),
    problems: ['not_found', 'unprocessable'],
    response: strict({
      results: Type.Array(strict({ month: Month, spent: Money, income: Money })),
      /** Transactions of those months that the sums omit: excluded or in another currency. */
      omitted_count: Type.Integer(),
      /** The currency of the sums: the user's main currency. */
      currency: Type.String(),
    }),
  },
  'POST /user/transactions/export': {
    access: 'paid',
    demo: true,
    summary: 'Exports filtered transactions as transactions.csv',
    body: strict(filter),
    problems: ['not_found', 'unprocessable', 'too_many_requests'],
    response: Type.Null(),
    media: 'csv',
  },
  'GET /user/transactions/recent': {
    access: 'paid',
    demo: true,
    summary: "Returns the newest 10 transactions and this month's count so far",
    response: strict({
      transactions: Type.Array(Transaction),
      meta: strict({ number: Type.Integer(), month: Type.String() }),
    }),
  },
  'GET /user/transaction': {
    access: 'paid',
    demo: true,
    summary: 'Returns a transaction; for a pending one that has posted, the posted one',
    query: strict({ tx_id: IdInput }),
    problems: ['not_found'],
    response: Transaction,
  },
  'GET /user/transaction/history': {
    access: 'paid',
    demo: true,
    summary: "Returns the newest 1,000 transactions of a transaction's merchant, with monthly sums",
    query: strict({ tx_id: IdInput }),
    problems: ['not_found'],
    response: strict({
      merchant: Type.String(),
      monthly_totals: Type.Record(Type.String(), Money),
      /** Transactions that the totals omit: excluded, on the income side, or in another currency. */
      omitted_count: Type.Integer(),
      /** The currency of the totals: the user's main currency. */
      currency: Type.String(),
      transactions: Type.Array(Transaction),
    }),
  },
  'GET /user/transaction/story': {
    access: 'paid',
    demo: true,
    summary: "Returns one transaction's history since it was first received, oldest event first",
    query: strict({ tx_id: IdInput }),
    problems: ['not_found'],
    response: strict({
      /** `detail`: one or more sentences that are safe to show. */
      events: Type.Array(strict({ at: Instant, event: StoryEvent, detail: Type.String() })),
    }),
  },
  'GET /logos/:digest': {
    access: 'public',
    summary:
      'Returns the logo of a merchant or an institution (PNG, JPEG, or WebP), or 204 if it is unavailable',
    params: strict({ digest: text(16_384, Type.String({ pattern: '^[0-9a-f]{64}$' })) }),
    emptyResponses: { 204: 'The logo is unavailable' },
    response: Type.Null(),
    media: 'image',
  },
  'PATCH /user/transactions/:id': {
    access: 'paid',
    summary: "Changes what the user decides about a transaction; omitted fields don't change",
    params: strict({ id: IdInput }),
    body: strict({
      /** Null removes the override. */
      category: Type.Optional(nullable(CategoryInput)),
      /** Ids of all tags that it then has. */
      tags: Type.Optional(Type.Array(IdInput, { maxItems: maxTagsPerTransaction })),
      /** Plain text. Null or blank text removes the note. */
      note: Type.Optional(nullable(text(maxNoteLength))),
      excluded: Type.Optional(Type.Boolean()),
      reviewed: Type.Optional(Type.Boolean()),
    }),
    problems: ['unprocessable'],
    response: strict({
      ...Transaction.properties,
      /** Other transactions that this paired or unpaired as internal transfers. */
      affected_transactions: Type.Array(Transaction),
      change_id: ChangeId,
    }),
  },
  'POST /user/transactions/bulk': {
    access: 'paid',
    summary:
      'Changes the given transactions, or all that match a filter, as one entry in the changes; a job continues after 5,000',
    body: strict({
      ids: Type.Optional(Type.Array(IdInput, { minItems: 1, maxItems: 5_000 })),
      filter: Type.Optional(strict(filter)),
      /** Omitted fields don't change. */
      change: strict({
        /** Null removes the override. */
        category: Type.Optional(nullable(CategoryInput)),
        add_tags: Type.Optional(Type.Array(IdInput, { maxItems: maxTagsPerTransaction })),
        remove_tags: Type.Optional(Type.Array(IdInput, { maxItems: maxTagsPerTransaction })),
        /** Plain text. Null or blank text removes the note. */
        note: Type.Optional(nullable(text(maxNoteLength))),
        excluded: Type.Optional(Type.Boolean()),
        reviewed: Type.Optional(Type.Boolean()),
      }),
    }),
    problems: ['unprocessable', 'not_found'],
    response: strict({
      change_id: ChangeId,
      /** Number of selected transactions, also those that already have the values. */
      count: Type.Integer({ minimum: 0 }),
    }),
  },
  'POST /user/tx/updatecategory': {
    access: 'paid',
    summary: "Overrides a transaction's category; null removes the override",
    body: strict({ tx_id: IdInput, category: nullable(CategoryInput) }),
    problems: ['not_found', 'unprocessable'],
    response: strict({
      ...Transaction.properties,
      /** The override before this change, or null. Sending it as `category` undoes the change. */
      previous_category: nullable(Type.String()),
      /** Other transactions that this paired or unpaired as internal transfers. */
      affected_transactions: Type.Array(Transaction),
      change_id: ChangeId,
    }),
  },
  'POST /user/tx/ignore': {
    access: 'paid',
    summary:
      "Excludes a transaction from all totals, or includes it (`tx_id` is the provider's id)",
    body: strict({ tx_id: ProviderIdInput, exclude_transaction: Type.Boolean() }),
    problems: ['not_found'],
    response: strict({
      ...Transaction.properties,
      /** `exclude_transaction` before this change. Sending it undoes the change. */
      previously_excluded: Type.Boolean(),
      change_id: ChangeId,
    }),
  },
});
