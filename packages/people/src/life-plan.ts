import type { Day } from './calendar/calendar.ts';
import type { RecurringSource } from './calendar/recurring.ts';
import type { Schedule } from './calendar/schedule.ts';
import type { TransactionSource } from './draft-transaction.ts';
import type { AccountType } from './life.ts';
import type { TransferLabels } from './money/transfers.ts';

/**
 * Transfers the part of an account's balance above its target to another account of the same person, or the shortfall
 * back. The transfer is made at the start of the due day, and both transactions post on that day.
 */
export interface SweepPlan {
  to: string;
  schedule: Schedule;
  labels: TransferLabels;
  /** Labels of a transfer that covers a shortfall. */
  reverseLabels: TransferLabels;
}

/** Pays a card's statement in full, once a month, from another account. */
export interface CardPaymentPlan {
  from: string;
  /** Day of the month on which the statement closes. It is paid in the next month. */
  closingDay: number;
  /** Day of the month, 1 to 20, so that a payment moved past a weekend stays in its month. */
  paymentDay: number;
}

/**
 * How an account's balance is computed. It must be the same function of the day for every `today`, and change from
 * day to day by exactly the amounts that post. So no balance is summed from the start of the window: a sweep or a
 * paid statement is a fixed point, and the few weeks of transactions since then lead to today's balance.
 */
type BalancePlan =
  | { kind: 'target'; target: number; sweep: SweepPlan }
  | { kind: 'card'; limit: number; payment: CardPaymentPlan }
  | { kind: 'computed'; balanceOn: (day: Day) => number };

/** The terms of a loan repaid in equal installments. */
export interface LoanPlan {
  kind: 'mortgage' | 'student';
  /** Percent a year. */
  percent: number;
  /** The installment (minor units) and when it is paid. */
  payment: number;
  schedule: Schedule;
  /** The original amount, minor units. */
  principal: number;
  /** ISO days. */
  originationDate: string;
  maturityDate: string;
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
  /** Set for a loan whose lender reports more than its balance. */
  loan?: LoanPlan;
}

/** The definition of a person's life. Sweeps run in the order of the accounts: put checking before savings. */
export interface LifePlan {
  accounts: readonly AccountPlan[];
  sources: readonly (TransactionSource | RecurringSource)[];
}
