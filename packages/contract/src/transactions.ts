import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Day, Id, Instant, Money, Month, nullable } from './values.ts';

/** Why a transaction is counted nowhere: the first reason that holds, or null. */
export const Excluded = nullable(Type.Enum(['account', 'user', 'category', 'transfer']));

/** One transaction. `id` is ours, `transaction_id` the provider's. Positive amounts are spending. */
export const Transaction = strict({
  id: Id,
  transaction_id: Type.String(),
  account_id: Type.String(),
  name: Type.String(),
  merchant_name: nullable(Type.String()),
  /** A path on the API's own origin. */
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
  excluded: Excluded,
  transfer_pair_id: nullable(Id),
  recurring_stream_id: Type.Optional(Type.String()),
  plaid_account: strict({ mask: nullable(Type.String()), name: Type.String() }),
});

/** What can happen to a transaction, at its bank or by its user's decision. */
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
]);

/** A named range, or inclusive days. Open: an unknown name is refused with a sentence. */
export const DateRange = Type.Union([
  Type.String({ maxLength: 40 }),
  strict({ from: Day, to: Day }),
]);

const filter = {
  category: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1000 })),
  account: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1000 })),
  date_range: Type.Optional(DateRange),
  search_str: Type.Optional(Type.String({ maxLength: 200 })),
};

const Page = strict({
  transactions: Type.Array(Transaction),
  /** How many pages of 50 there are; of a search, only up to the page after this one. */
  num_pages: Type.Integer({ minimum: 1 }),
  /** Place token of the next page, or null on the last one. */
  next: nullable(Type.String()),
});

const pageNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 });

export const transactionsCalls = defineCalls({
  'POST /user/transactions/v2': {
    access: 'paid',
    demo: true,
    summary: 'A page of 50 transactions, newest first, filtered',
    body: strict({
      ...filter,
      page_number: Type.Optional(pageNumber),
      /** The `next` of the page before: pages neither lose nor repeat rows while rows arrive. */
      after: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    reply: Page,
  },
  'POST /user/transactions/account': {
    access: 'paid',
    demo: true,
    summary: 'A page of 50 transactions of one account',
    body: strict({ account_id: Id, page_number: Type.Optional(pageNumber) }),
    reply: Page,
  },
  'POST /user/transactions/summary': {
    access: 'paid',
    demo: true,
    summary: 'Count, sum in and sum out of a filter',
    body: strict(filter),
    reply: strict({
      count: Type.Integer(),
      sum_in: Money,
      sum_out: Money,
      not_counted: Type.Integer(),
      /** The main currency, which the sums are in. */
      currency: Type.String(),
    }),
  },
  'POST /user/transactions/monthly': {
    access: 'paid',
    demo: true,
    summary: 'What a filter comes to in each of the last 12 months, oldest first',
    body: strict(filter),
    reply: strict({
      results: Type.Array(strict({ month: Month, spent: Money, income: Money })),
      not_counted: Type.Integer(),
      /** The main currency, which the sums are in. */
      currency: Type.String(),
    }),
  },
  'POST /user/transactions/export': {
    access: 'paid',
    demo: true,
    summary: 'The filtered selection as transactions.csv',
    body: strict(filter),
    reply: Type.Null(),
    media: 'csv',
  },
  'GET /user/transactions/recent': {
    access: 'paid',
    demo: true,
    summary: 'The newest 10 transactions and how many this month has',
    reply: strict({
      transactions: Type.Array(Transaction),
      meta: strict({ number: Type.Integer(), month: Type.String() }),
    }),
  },
  'GET /user/transaction': {
    access: 'paid',
    demo: true,
    summary: 'One transaction; of a pending one that has posted, the posted one',
    query: strict({ tx_id: Id }),
    reply: Transaction,
  },
  'GET /user/transaction/history': {
    access: 'paid',
    demo: true,
    summary:
      "The newest 1,000 transactions of one transaction's merchant, with the sum of every month",
    query: strict({ tx_id: Id }),
    reply: strict({
      merchant: Type.String(),
      monthly_totals: Type.Record(Type.String(), Money),
      not_counted: Type.Integer(),
      /** The main currency, which the totals are in. */
      currency: Type.String(),
      transactions: Type.Array(Transaction),
    }),
  },
  'GET /user/transaction/story': {
    access: 'paid',
    demo: true,
    summary: 'What happened to one transaction, oldest first, from when it was pending',
    query: strict({ tx_id: Id }),
    reply: strict({
      /** `detail` is one or more sentences that are safe to show. */
      events: Type.Array(strict({ at: Instant, event: StoryEvent, detail: Type.String() })),
    }),
  },
  'GET /logos/:digest': {
    access: 'public',
    summary: "A merchant's logo (PNG, JPEG or WebP), or 204 where there is none now",
    params: strict({ digest: Type.String() }),
    reply: Type.Null(),
    media: 'image',
  },
  'POST /user/tx/updatecategory': {
    access: 'paid',
    summary: 'Overrides the category of a transaction; null removes the override',
    body: strict({ tx_id: Id, category: nullable(Type.String({ maxLength: 200 })) }),
    reply: strict({
      ...Transaction.properties,
      /** Others that became a half of an internal transfer by it, or are none any more. */
      also_changed: Type.Array(Transaction),
    }),
  },
  'POST /user/tx/ignore': {
    access: 'paid',
    summary: "Excludes a transaction from every total, or includes it (`tx_id` is the provider's)",
    body: strict({ tx_id: Id, exclude_transaction: Type.Boolean() }),
    reply: Transaction,
  },
});
