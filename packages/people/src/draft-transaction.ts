import type { Day } from './calendar/calendar.ts';
import type { SeededRandom } from './calendar/seeded-random.ts';
import type { Category } from './categories.ts';
import type { LifeTransaction } from './life.ts';
import type { Merchant } from './merchants.ts';

/** A transaction independent of today: whether it is pending is derived later, for one `today`. */
export interface DraftTransaction {
  key: string;
  accountKey: string;
  /**
   * The day number of the original event. Transactions of one event (a purchase and its refund, both sides of a
   * transfer) share it, so that they enter and leave the 24-month window together.
   */
  originDay: number;
  /** The day number on which it happens. */
  day: number;
  /** The day number on which it posts. Until then it is pending. */
  postingDay: number;
  /** Minor units of `currency`. Positive means money out. */
  amount: number;
  currency: string;
  /** In minor units. */
  amountInAccountCurrency: number;
  name: string;
  merchantName: string | null;
  description: string;
  category: Category;
  channel: LifeTransaction['paymentChannel'];
  website: string | null;
  /** True if the bank reports an authorized date. Transfers between banks have none. */
  authorized: boolean;
  streamKey: string | null;
}

/** Generates one kind of transaction. What it adds for a day depends only on the day and `random`. */
export interface TransactionSource {
  /** Unique within the person. It prefixes the keys of the transactions and seeds `random`. */
  key: string;
  generate(day: Day, random: SeededRandom, add: (draft: DraftTransaction) => void): void;
}

/** Returns the day number on which a card purchase posts: one or two days later, and never a Sunday. */
export function cardPostingDay(day: number, random: SeededRandom): number {
  const postingDay = day + (random.chance(0.7) ? 1 : 2);
  return (((postingDay + 4) % 7) + 7) % 7 === 0 ? postingDay + 1 : postingDay;
}

/** A card purchase at a merchant, or a refund if the amount is negative. */
export function cardTransaction(
  key: string,
  accountKey: string,
  merchant: Merchant,
  amount: number,
  days: { originDay: number; day: number; postingDay: number },
): DraftTransaction {
  return {
    key,
    accountKey,
    ...days,
    amount,
    currency: 'USD',
    amountInAccountCurrency: amount,
    name: merchant.name,
    merchantName: merchant.name,
    description: merchant.descriptor,
    category: merchant.category,
    channel: merchant.channel,
    website: merchant.website,
    authorized: true,
    streamKey: null,
  };
}

/** A transaction that the bank posts on the day it happens: pay, a direct debit, a transfer. */
export function bankTransaction(
  key: string,
  accountKey: string,
  days: { originDay: number; day: number },
  details: { amount: number; name: string; category: Category },
): DraftTransaction {
  return {
    key,
    accountKey,
    ...days,
    postingDay: days.day,
    amount: details.amount,
    currency: 'USD',
    amountInAccountCurrency: details.amount,
    name: details.name,
    merchantName: null,
    description: details.name.toUpperCase(),
    category: details.category,
    channel: 'other',
    website: null,
    authorized: false,
    streamKey: null,
  };
}
