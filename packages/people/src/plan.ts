import type { Day } from './calendar.ts';
import type { Ingredient } from './entry.ts';
import type { AccountType } from './life.ts';
import type { Repeating } from './repeating.ts';
import type { Schedule } from './schedule.ts';
import type { TransferWords } from './transfers.ts';

/**
 * Moves whatever an account holds beyond `keep` to another account of the same person (or brings back what is
 * missing). It happens first thing on the due day and both halves land on that day.
 */
export interface SweepPlan {
  to: string;
  schedule: Schedule;
  words: TransferWords;
  /** The words when money has to come back. */
  back: TransferWords;
}

/** A card whose statement is paid in full, once a month, from another account. */
export interface CardPaymentPlan {
  from: string;
  /** The date on which the statement closes; it is paid in the month after. */
  closesOn: number;
  /** 1 to 20, so that a payment moved past a weekend stays in its month. */
  paidOn: number;
}

/**
 * How an account's balance comes about. It must be the same function of the days for every `today`, and change
 * from day to day by exactly what posts, so no balance is ever summed up from the start of the window:
 * a sweep or a paid statement is a fixed point from which a few weeks of rows lead to today.
 */
type BalancePlan =
  | { kind: 'kept'; keep: number; sweep: SweepPlan }
  | { kind: 'card'; limit: number; payment: CardPaymentPlan }
  | { kind: 'valued'; at: (day: Day) => number };

/** What a lender says of a loan that is paid off in equal instalments. */
export interface LoanPlan {
  kind: 'mortgage' | 'student';
  /** Percent a year. */
  percent: number;
  /** The instalment, minor units, and when it is paid. */
  payment: number;
  schedule: Schedule;
  /** What was lent, minor units. */
  principal: number;
  /** ISO days. */
  originated: string;
  matures: string;
}

/** One account of a person. */
export interface AccountPlan {
  key: string;
  type: AccountType;
  subtype: string;
  name: string;
  officialName: string;
  mask: string;
  balance: BalancePlan;
  /** Of a loan whose lender says more than its balance. */
  loan?: LoanPlan;
}

/** All that a person's life is made of. Accounts are settled in order: put checking before savings. */
export interface Plan {
  accounts: readonly AccountPlan[];
  ingredients: readonly (Ingredient | Repeating)[];
}
