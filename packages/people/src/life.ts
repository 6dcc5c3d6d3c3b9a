/**
 * The shape of a made-up person's financial life.
 *
 * Amounts are integers in the currency's minor unit (cents for USD) so that they add up exactly.
 * Positive means money leaving the account, negative money entering it, as at the aggregator.
 * Days are ISO calendar dates ('2026-11-21'), never instants.
 */

/** The aggregator's account types that a person may hold. */
export type AccountType = 'depository' | 'credit' | 'loan' | 'investment';

/** How often a stream repeats, in the aggregator's words. */
export type StreamFrequency =
  | 'WEEKLY'
  | 'BIWEEKLY'
  | 'SEMI_MONTHLY'
  | 'MONTHLY'
  | 'ANNUALLY'
  | 'UNKNOWN';

/** What a lender says of a debt beside its balance. Amounts: minor units. Days: ISO. Null: it does not say. */
export interface LifeDebt {
  /** Which of the lender's forms it is told in. */
  kind: 'credit' | 'mortgage' | 'student';
  /** Percent a year; on a card that of purchases. */
  rate: number | null;
  /** Percent a year for cash that is taken out by card. */
  cashRate: number | null;
  /** What is due next and when. Nothing is due between a payment and the next statement. */
  nextPayment: number | null;
  nextDueDate: string | null;
  isOverdue: boolean | null;
  pastDue: number | null;
  lastPayment: number | null;
  lastPaymentDate: string | null;
  statementBalance: number | null;
  statementDate: string | null;
  /** What was lent, when, and when it will be paid back. */
  principal: number | null;
  originated: string | null;
  matures: string | null;
}

/** One account with its balances as they stand today. */
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
  /** Minor units. For credit and loan: what is owed. */
  current: number | null;
  /** Minor units. */
  available: number | null;
  /** Minor units. */
  limit: number | null;
  /** Of credit and loan, where the lender says more than the balance. */
  debt: LifeDebt | null;
}

/** One row of an account, as a bank would report it. */
export interface LifeTransaction {
  /**
   * Stable for the person, the seed and the day it happened on: the same row has the same key tomorrow, also
   * when it was pending today and has posted by then (the amount stays, `pending` and `date` change).
   */
  key: string;
  accountKey: string;
  /** The posted day, or the day it happened while pending. */
  date: string;
  authorizedDate: string | null;
  /** Minor units, positive out. */
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
  /** The stream this row belongs to, if it repeats. */
  streamKey: string | null;
}

/** A repeating payment or income. */
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
 * Everything a bank would know of a person on one day. Transactions are oldest first, by the day they happened
 * on (`authorizedDate`, or `date` where there is none), so that tomorrow's list goes on where today's ends.
 */
export interface Life {
  accounts: LifeAccount[];
  transactions: LifeTransaction[];
  streams: LifeStream[];
}

/** A person who can be linked. */
export interface Person {
  /** The bank user name, for example 'user_good'. */
  username: string;
  password: string;
  fullName: string;
  /** One sentence for people choosing whom to try. */
  description: string;
  /** Builds the 24 months that end on `today`; the same seed and day give the same life. */
  live(today: string, seed: number): Life;
}
