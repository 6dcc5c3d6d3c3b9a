import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { LinkToken } from './linking.ts';
import { Transaction } from './transactions.ts';
import { Day, Id, Instant, Money, nullable } from './values.ts';

/** What an institution says an account holds. For credit and loan, `current` is what is owed. */
export const Balances = strict({
  current: nullable(Money),
  available: nullable(Money),
  limit: nullable(Money),
});

/** One account. `account_id` is the provider's, `link_id` the id of its linked institution. */
export const Account = strict({
  account_id: Type.String(),
  name: Type.String(),
  /** What the institution calls it, where the user calls it something else; else null. */
  provider_name: nullable(Type.String()),
  mask: nullable(Type.String()),
  link_id: Id,
  institution_name: Type.String(),
  type: Type.String(),
  subtype: nullable(Type.String()),
  currency: Type.String(),
  balances: Balances,
  balances_as_of: nullable(Instant),
  hidden: Type.Boolean(),
  /** Since when the institution does not list it any more: its balance is 0 from then on. Else null. */
  closed_at: nullable(Instant),
  /** The same account linked twice: this one, synced later, is shown and not counted. */
  duplicate: Type.Boolean(),
});

/** The accounts of one type and their sum. */
export const AccountGroup = strict({
  accounts: Type.Array(Account),
  total: Money,
  /** Accounts of this group that `total` leaves out: another currency, a duplicate, or no balance. */
  not_counted: Type.Integer(),
});

/**
 * What a lender says of a card or a loan beside its balance. Null: it does not say. Between a payment and the
 * next statement nothing is due: 0, without a day.
 */
export const Liability = strict({
  account_id: Type.String(),
  /** The lender's form: `credit`, `mortgage`, `student`, `loan` or `line_of_credit`. */
  kind: Type.String(),
  currency: Type.String(),
  minimum_payment_amount: nullable(Money),
  next_payment_due_date: nullable(Day),
  is_overdue: nullable(Type.Boolean()),
  past_due_amount: nullable(Money),
  last_payment_amount: nullable(Money),
  last_payment_date: nullable(Day),
  last_statement_balance: nullable(Money),
  last_statement_issue_date: nullable(Day),
  /** Percent a year, of a loan; cards have `aprs`. */
  interest_rate: nullable(Type.Number()),
  interest_type: nullable(Type.String()),
  aprs: Type.Array(strict({ type: Type.String(), percentage: Type.Number() })),
  origination_principal_amount: nullable(Money),
  origination_date: nullable(Day),
  maturity_date: nullable(Day),
  as_of: Instant,
});

/** One line of what an investment account holds. Null: its institution does not say. */
export const Holding = strict({
  /** The same for the same security in all accounts of an institution. */
  security_id: Type.String(),
  name: nullable(Type.String()),
  ticker_symbol: nullable(Type.String()),
  /** The provider's word: `equity`, `etf`, `mutual fund`, `fixed income`, `cash`, ... */
  type: nullable(Type.String()),
  is_cash: Type.Boolean(),
  /** Decimal text, as exact as it was told. */
  quantity: Type.String(),
  price: Type.String(),
  price_as_of: nullable(Day),
  /** What the institution says that it is worth: quantity times price, up to its rounding. */
  value: Money,
  currency: Type.String(),
  /** What was paid for all of it, and how much more it is worth now (less: negative). */
  cost_basis: nullable(Money),
  gain: nullable(Money),
});

/** What one account holds, the largest value first and cash last. */
export const HoldingsOfAccount = strict({
  account_id: Type.String(),
  currency: Type.String(),
  holdings: Type.Array(Holding),
  /** The values in the account's currency, added up. */
  total: Money,
  /** The account's balance less `total`: 0 where they agree. Null without a balance. */
  not_covered: nullable(Money),
  as_of: Instant,
});

export const accountsCalls = defineCalls({
  'POST /user/accounts/grouped': {
    access: 'paid',
    demo: true,
    summary: 'Accounts by type, in a fixed order, with totals',
    body: strict({
      /** True leaves hidden accounts out, false includes them; true unless said. */
      dashboard_filter: Type.Optional(Type.Boolean()),
    }),
    reply: strict({
      accounts: Type.Record(Type.String(), AccountGroup),
      link_details: Type.Array(LinkToken),
      msg: Type.String(),
      last_sync_pretty: Type.String(),
    }),
  },
  'GET /user/accounts': {
    access: 'paid',
    demo: true,
    summary: 'All accounts',
    reply: strict({ accounts: Type.Array(Account) }),
  },
  'PATCH /user/accounts/:id': {
    access: 'paid',
    summary: 'Renames or hides an account',
    /** `id` is the `account_id`. */
    params: strict({ id: Id }),
    body: strict({
      /** Null takes the user's name back: it is called what the institution calls it. */
      name: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
      hidden: Type.Optional(Type.Boolean()),
    }),
    reply: Account,
  },
  'GET /user/account/history': {
    access: 'paid',
    demo: true,
    summary: 'One account, its balance per day and its latest transactions',
    query: strict({ account_id: Id }),
    reply: strict({
      details: Account,
      /** One point a day, oldest first, a year at most; empty where no balance was ever known. */
      data: Type.Array(strict({ date: Day, balance: Money })),
      /** How much the balance rose (fell: negative) beyond what the posted rows explain, by day. */
      gaps: Type.Array(strict({ date: Day, amount: Money })),
      transactions: Type.Array(Transaction),
      link_item: LinkToken,
    }),
  },
  'GET /user/account/liabilities': {
    access: 'paid',
    demo: true,
    summary: 'What cards and loans owe next, where their lenders say',
    /** All accounts unless one is named. */
    query: strict({ account_id: Type.Optional(Id) }),
    reply: strict({ liabilities: Type.Array(Liability) }),
  },
  'GET /user/account/holdings': {
    access: 'paid',
    demo: true,
    summary: 'What investment accounts hold, where their institutions say',
    /** All accounts unless one is named. */
    query: strict({ account_id: Type.Optional(Id) }),
    reply: strict({ accounts: Type.Array(HoldingsOfAccount) }),
  },
});
