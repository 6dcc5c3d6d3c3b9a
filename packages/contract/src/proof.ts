import Type, { type Static } from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Transaction } from './transactions.ts';
import { BalanceKind, CursorInput, Day, DayInput, Money, nullable, text } from './values.ts';

/** Inclusive days. */
const Period = strict({ from: Day, to: Day });

/** The total to prove. */
const totalFields = {
  /** The name of the total, for example `spent` or `net_worth`. */
  of: text(40),
  /** A total of balances is as of the end of `to`; a change of balances runs from the end of `from` to the end of `to`. */
  period: Type.Optional(strict({ from: DayInput, to: DayInput })),
  /** The category, group, or account, for totals that need a key. */
  key: Type.Optional(text(200)),
  /** True leaves out accounts with an estimated balance, for totals and changes of balances. Default: false. */
  known_only: Type.Optional(Type.Boolean()),
};

/** The names of the provable totals, by what a request must contain in addition to the name. */
export const provableTotals = {
  nothing: [
    'spent',
    'income',
    'refunds',
    'bills',
    'non_bill_spending',
    'budgeted',
    'everything_else',
    'assets',
    'debts',
    'net_worth',
    'estimated_remaining',
    'due_next_7_days',
    'monthly_subscriptions',
  ],
  key: [
    'category',
    'budget_category',
    'budget_category_bills',
    'account_group',
    'asset_group',
    'debt_group',
  ],
  period: ['week', 'day', 'net_worth_change'],
} as const;

const requiredKey = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' });

/**
 * The body of a request for a total, with extra fields. It is documented separately for the groups of
 * `provableTotals`.
 */
const totalBody = <T extends Parameters<typeof strict>[0]>(extraFields: T) => {
  const { nothing, key, period } = provableTotals;
  const all = { ...totalFields, ...extraFields };
  return Type.Object(all, {
    additionalProperties: false,
    documentedAs: Type.Union([
      strict({ ...all, of: Type.Enum([...nothing]) }),
      strict({ ...all, of: Type.Enum([...key]), key: requiredKey }),
      strict({ ...all, of: Type.Enum([...period]), period: Period }),
    ]),
  });
};

/** Why a transaction of the total's period is omitted: the first reason that applies. */
const OmissionReason = Type.Enum([
  'account',
  'user',
  'card_payment',
  'withdrawal',
  'transfer',
  'currency',
  'later',
]);

/** An account, or the crypto at an exchange. */
const accountFields = {
  kind: Type.Enum(['account', 'exchange']),
  /** The account's id, or the exchange's key. */
  account_id: Type.String(),
  name: Type.String(),
  mask: nullable(Type.String()),
  institution_name: Type.String(),
  group: Type.String(),
  currency: Type.String(),
};

/**
 * How the balance of a past day is known: recorded by that day's sync (`seen`), derived from the earlier balance of
 * `day` (`carried_forward`), or derived from the first known balance, which is that of `day` (`carried_back`). The
 * posted transactions in between are applied, unless they never explain the account's changes.
 */
const BalanceBasis = strict({
  kind: Type.Enum(['seen', 'carried_forward', 'carried_back']),
  day: Day,
  balance_kind: BalanceKind,
});

/** A stream, or one occurrence of it: due on `day`, or overdue since then. */
const StreamOccurrence = strict({
  stream_id: Type.String(),
  /** The user's name for the stream, otherwise its merchant or description. */
  name: Type.String(),
  /** Null for a stream without a predictable day. */
  day: nullable(Day),
  overdue: Type.Boolean(),
  frequency: Type.String(),
  amount: Money,
  currency: Type.String(),
});

/** A proof of one kind, with the fields of all proofs and those of this kind. `kind`: what adds up to the total. */
const proofOf = <K extends string, T extends Parameters<typeof strict>[0]>(kind: K, fields: T) =>
  strict({
    kind: Type.Literal(kind),
    /** The total. */
    sum: Money,
    /** The currency of `sum`: the user's main currency. Null without accounts. */
    currency: nullable(Type.String()),
    ...fields,
  });

/** The total is `sign` times the sum of all included rows. */
const TransactionsProof = proofOf('transactions', {
  /** -1 for totals that incoming money increases: income and refunds. */
  sign: Type.Enum([1, -1]),
  period: nullable(Period),
  /** The number of all rows. Each of the lists contains one page of them. */
  counts: strict({ included: Type.Integer(), omitted: Type.Integer() }),
  /** Included rows that lower the total, such as refunds in spending. */
  offsets: strict({ count: Type.Integer(), sum: Money }),
  /** Included rows that are pending. */
  pending: strict({ count: Type.Integer(), sum: Money }),
  /** Omitted rows by reason and currency. */
  reasons: Type.Array(
    strict({
      reason: OmissionReason,
      currency: Type.String(),
      count: Type.Integer(),
      /** What these rows would have added to the total. */
      sum: Money,
    }),
  ),
  included: Type.Array(Transaction),
  omitted: Type.Array(strict({ reason: OmissionReason, transaction: Transaction })),
  /** Keyset cursors of the next pages, or null on the last page. */
  next: strict({ included: nullable(Type.String()), omitted: nullable(Type.String()) }),
});

/** The total is the sum of `counted` in `accounts`. The lists are complete. */
const BalancesProof = proofOf('balances', {
  /** The past day that balances are as of. Null for current balances. */
  as_of: nullable(Day),
  accounts: Type.Array(
    strict({
      ...accountFields,
      balance: nullable(Money),
      counted: Money,
      /** How the balance is known. Null for a current balance. */
      basis: nullable(BalanceBasis),
    }),
  ),
  omitted_accounts: Type.Array(
    strict({
      reason: Type.Enum(['account', 'duplicate', 'currency', 'no_balance', 'estimated']),
      account: strict({ ...accountFields, balance: nullable(Money) }),
    }),
  ),
});

/** The total is the sum of `counted` in `accounts`. The lists are complete. */
const ChangesProof = proofOf('changes', {
  period: Period,
  /** Accounts that changed or whose balance is estimated at the start or the end, largest change first. */
  accounts: Type.Array(
    strict({
      ...accountFields,
      /** The balance at the start of the period. */
      was: Money,
      /** The balance at the end of the period. */
      balance: Money,
      /** By how much the account changed the net worth. */
      counted: Money,
      /** How the balance at the start is known. */
      was_basis: nullable(BalanceBasis),
      /** How the balance at the end is known. Null for a current balance that is not estimated. */
      basis: nullable(BalanceBasis),
    }),
  ),
  /** With `known_only`: counted accounts whose balance is estimated at the start or the end. */
  omitted_accounts: Type.Array(strict(accountFields)),
  /** For one account: the transactions that posted in the period. Null for all accounts and for crypto. */
  posted: nullable(
    strict({
      /** The number of all transactions. `included` contains one page of them. */
      count: Type.Integer(),
      included: Type.Array(Transaction),
      /** The keyset cursor of the next page, or null on the last page. */
      next: nullable(Type.String()),
      /** The part of the change that the transactions don't explain. */
      unexplained: Money,
    }),
  ),
});

/** The total is the sum of `counted` in `streams`. The lists are complete. */
const StreamsProof = proofOf('streams', {
  streams: Type.Array(
    strict({
      ...StreamOccurrence.properties,
      /** The amount. In a monthly total, its share of an average month. */
      counted: Money,
    }),
  ),
  omitted_streams: Type.Array(
    strict({
      reason: Type.Enum(['money_in', 'overdue', 'currency', 'unknown_frequency']),
      stream: StreamOccurrence,
    }),
  ),
});

/** What a total includes and omits. Each kind of proof has only its own lists. */
const Proof = Type.Union([TransactionsProof, BalancesProof, ChangesProof, StreamsProof]);
export type Proof = Static<typeof Proof>;
/** The proofs of some kinds. */
export type ProofOf<K extends Proof['kind']> = Extract<Proof, { kind: K }>;

export const proofCalls = defineCalls({
  'POST /user/proof': {
    access: 'paid',
    demo: true,
    summary:
      'Returns the proof of a total: its rows or balances, the omitted ones with reasons, and the sum',
    body: totalBody({
      /** Returns only this list, starting at `after`. Default: the first page of both lists. */
      list: Type.Optional(Type.Enum(['included', 'omitted'])),
      /** The `next` of the list's previous page. */
      after: Type.Optional(CursorInput),
    }),
    problems: ['unprocessable'],
    response: Proof,
  },
  'POST /user/proof/export': {
    access: 'paid',
    demo: true,
    summary: 'Exports the rows of a total as transactions.csv, accounts.csv, or recurring.csv',
    body: totalBody({}),
    problems: ['unprocessable', 'too_many_requests'],
    response: Type.Null(),
    media: 'csv',
  },
});
