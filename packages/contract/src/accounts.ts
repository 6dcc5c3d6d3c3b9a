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
});
