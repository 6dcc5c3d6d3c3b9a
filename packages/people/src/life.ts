/**
 * The shape of a generated person's financial life.
 *
 * Amounts are integers in the currency's minor unit (cents for USD), so that they add up exactly.
 * As at the aggregator, positive means money out of the account and negative means money in.
 * Days are ISO calendar dates ('2026-11-21'), never instants.
 */

/** The aggregator's account types that a person can have. */
export type AccountType = 'depository' | 'credit' | 'loan' | 'investment';

/** How often a stream recurs, as the aggregator names it. */
export type StreamFrequency =
  | 'WEEKLY'
  | 'BIWEEKLY'
  | 'SEMI_MONTHLY'
  | 'MONTHLY'
  | 'ANNUALLY'
  | 'UNKNOWN';

/**
 * The details of a debt that a lender reports in addition to its balance. Amounts are in minor units and dates are
 * ISO. A field is null if the lender does not report it.
 */
export interface LifeDebt {
  /** The aggregator's liability type. */
  kind: 'credit' | 'mortgage' | 'student';
  /** Percent a year. For a card, the purchase APR. */
  rate: number | null;
  /** Percent a year. A card's cash advance APR. */
  cashRate: number | null;
  /** The next payment and its due date. Nothing is due between a payment and the next statement. */
  nextPayment: number | null;
  nextDueDate: string | null;
  isOverdue: boolean | null;
  pastDue: number | null;
  lastPayment: number | null;
  lastPaymentDate: string | null;
  statementBalance: number | null;
  statementDate: string | null;
  /** A loan's original amount, its origination date, and its maturity date. */
  principal: number | null;
  originationDate: string | null;
  maturityDate: string | null;
}

/** One account with today's balances. */
export interface LifeAccount {
  /** Stable within the person, for example 'checking'. */
  key: string;
  type: AccountType;
  /** The aggregator's subtype, for example 'credit card' or '401k'. */
  subtype: string;
  name: string;
  officialName: string;
  /** Last two to four digits. */
  mask: string;
  /** ISO 4217. */
  currency: string;
  /** Minor units. For credit and loan accounts, the amount owed. */
  current: number | null;
  /** Minor units. */
  available: number | null;
  /** Minor units. */
  limit: number | null;
  /** Set for credit and loan accounts whose lender reports more than the balance. */
  debt: LifeDebt | null;
}

/** One transaction, as a bank would report it. */
export interface LifeTransaction {
  /**
   * Stable across days for one person and seed. A pending transaction that posts by tomorrow keeps its key and
   * amount; only `pending` and `date` change.
   */
  key: string;
  accountKey: string;
  /** The posting date, or while pending the day of the transaction. */
  date: string;
  authorizedDate: string | null;
  /** Minor units. Positive means money out. */
  amount: number;
  currency: string;
  name: string;
  merchantName: string | null;
  originalDescription: string;
  /** A detailed category of the aggregator's second taxonomy, for example 'FOOD_AND_DRINK_COFFEE'. */
  category: string;
  pending: boolean;
  paymentChannel: 'online' | 'in store' | 'other';
  website: string | null;
  /** The stream that the transaction belongs to, if any. */
  streamKey: string | null;
}

/** A recurring payment or income. */
export interface LifeStream {
  key: string;
  accountKey: string;
  direction: 'inflow' | 'outflow';
  description: string;
  merchantName: string | null;
  category: string;
  frequency: StreamFrequency;
  /** Minor units; inflows are negative. */
  averageAmount: number;
  lastAmount: number;
  firstDate: string;
  lastDate: string;
  predictedNextDate: string | null;
  active: boolean;
  status: 'MATURE' | 'EARLY_DETECTION' | 'TOMBSTONED';
}

/**
 * Everything that banks report about a person on one day. Transactions are sorted oldest first by `authorizedDate`,
 * or `date` if there is none, so that tomorrow's list continues where today's ends.
 */
export interface Life {
  accounts: LifeAccount[];
  transactions: LifeTransaction[];
  streams: LifeStream[];
}

/** How a built-in person is listed and signs in at the bank. */
export interface PersonProfile {
  /** The bank username, for example 'user_good'. */
  username: string;
  password: string;
  fullName: string;
  /** One sentence that helps to choose a person. */
  description: string;
}

/** A built-in person, whose accounts can be linked. */
export interface Person extends PersonProfile {
  /**
   * Generates the 24 months that end on `today` (ISO). The same day and seed always give the same life. Throws a
   * RangeError if `today` is not a calendar day.
   */
  generateLife(today: string, seed: number): Life;
}
