import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { ItemReference } from './linking.ts';
import { Transaction } from './transactions.ts';
import {
  BalanceKind,
  Day,
  Id,
  Instant,
  Money,
  notBlank,
  nullable,
  ProviderIdInput,
} from './values.ts';

/** Balances as the institution reports them. For credit and loan accounts, `current` is the amount owed. */
export const Balances = strict({
  current: nullable(Money),
  available: nullable(Money),
  limit: nullable(Money),
});

/** An account. `account_id` is the provider's id, `link_id` the id of its item. */
export const Account = strict({
  account_id: Type.String(),
  name: Type.String(),
  /** The institution's name for the account if the user renamed it, otherwise null. */
  provider_name: nullable(Type.String()),
  mask: nullable(Type.String()),
  link_id: Id,
  institution_name: Type.String(),
  institution_logo_url: nullable(Type.String()),
  /** The institution's color, `#rrggbb`. */
  institution_color: nullable(Type.String()),
  type: Type.String(),
  subtype: nullable(Type.String()),
  currency: Type.String(),
  balances: Balances,
  balances_as_of: nullable(Instant),
  hidden: Type.Boolean(),
  /** When the institution stopped reporting the account. Its balance is 0 from then on. Null while it is reported. */
  closed_at: nullable(Instant),
  /** True for the later-synced copy of an account that is linked twice. It is shown but not counted. */
  duplicate: Type.Boolean(),
});

/** The accounts of one group and their total. */
export const AccountGroup = strict({
  accounts: Type.Array(Account),
  total: Money,
  /** Number of accounts that `total` omits: another currency, a duplicate, or no balance. */
  omitted_count: Type.Integer(),
});

/**
 * Payment details of a card or loan. Null fields are not reported by the lender. Between a payment and the next
 * statement nothing is due: the minimum payment is 0 and has no due date.
 */
export const Liability = strict({
  account_id: Type.String(),
  /** `credit`, `mortgage`, `student`, `loan`, or `line_of_credit`. */
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
  /** Percent per year, for loans. Cards have `aprs`. */
  interest_rate: nullable(Type.Number()),
  interest_type: nullable(Type.String()),
  aprs: Type.Array(strict({ type: Type.String(), percentage: Type.Number() })),
  origination_principal_amount: nullable(Money),
  origination_date: nullable(Day),
  maturity_date: nullable(Day),
  as_of: Instant,
});

/** One position in an investment account. Null fields are not reported by the institution. */
export const Holding = strict({
  /** Identifies the security across all accounts at an institution. */
  security_id: Type.String(),
  name: nullable(Type.String()),
  ticker_symbol: nullable(Type.String()),
  /** The provider's security type: `equity`, `etf`, `mutual fund`, `fixed income`, `cash`, ... */
  type: nullable(Type.String()),
  is_cash: Type.Boolean(),
  /** Decimal text with all reported digits. */
  quantity: Type.String(),
  price: Type.String(),
  price_as_of: nullable(Day),
  /** The value that the institution reports: quantity times price, within rounding. */
  value: Money,
  currency: Type.String(),
  /** Total purchase cost, and the value minus that cost (negative for a loss). */
  cost_basis: nullable(Money),
  gain: nullable(Money),
});

/** The holdings of one account, largest value first, cash last. */
export const AccountHoldings = strict({
  account_id: Type.String(),
  currency: Type.String(),
  holdings: Type.Array(Holding),
  /** Sum of the values that are in the account's currency. */
  total: Money,
  /** The account's balance minus `total`: 0 if they agree. Null without a balance. */
  unaccounted_balance: nullable(Money),
  as_of: Instant,
});

export const accountsCalls = defineCalls({
  'POST /user/accounts/grouped': {
    access: 'paid',
    demo: true,
    summary: 'Lists accounts by group, in a fixed order, with totals',
    body: strict({
      /** True omits hidden accounts, false includes them. Default: true. */
      dashboard_filter: Type.Optional(Type.Boolean()),
    }),
    response: strict({
      accounts: Type.Record(Type.String(), AccountGroup),
      link_details: Type.Array(ItemReference),
      msg: Type.String(),
      last_sync_pretty: Type.String(),
    }),
  },
  'GET /user/accounts': {
    access: 'paid',
    demo: true,
    summary: 'Lists all accounts',
    response: strict({ accounts: Type.Array(Account) }),
  },
  'PATCH /user/accounts/:id': {
    access: 'paid',
    summary: 'Renames, hides, or unhides an account',
    /** `id` is the provider's `account_id`. */
    params: strict({ id: ProviderIdInput }),
    body: strict({
      /** Null restores the institution's name. */
      name: Type.Optional(nullable(notBlank(80))),
      hidden: Type.Optional(Type.Boolean()),
    }),
    problems: ['unprocessable'],
    response: Account,
  },
  'GET /user/account/history': {
    access: 'paid',
    demo: true,
    summary: 'Returns an account with its daily balances and newest transactions',
    query: strict({ account_id: ProviderIdInput }),
    problems: ['not_found'],
    response: strict({
      details: Account,
      /** One point per day, oldest first, at most 365. Empty if no balance is known. */
      data: Type.Array(strict({ date: Day, balance: Money, kind: BalanceKind })),
      /** Balance changes that no posted transaction explains, by day. Negative: the balance fell. */
      unexplained: Type.Array(strict({ date: Day, amount: Money })),
      transactions: Type.Array(Transaction),
      link_item: ItemReference,
    }),
  },
  'GET /user/account/liabilities': {
    access: 'paid',
    demo: true,
    summary: 'Lists payment details of cards and loans',
    /** Default: all accounts. */
    query: strict({ account_id: Type.Optional(ProviderIdInput) }),
    problems: ['not_found'],
    response: strict({ liabilities: Type.Array(Liability) }),
  },
  'GET /user/account/holdings': {
    access: 'paid',
    demo: true,
    summary: 'Lists the holdings of investment accounts',
    /** Default: all accounts. */
    query: strict({ account_id: Type.Optional(ProviderIdInput) }),
    problems: ['not_found'],
    response: strict({ accounts: Type.Array(AccountHoldings) }),
  },
});
