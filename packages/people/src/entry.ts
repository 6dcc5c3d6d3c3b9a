import type { Day } from './calendar.ts';
import type { Category } from './categories.ts';
import type { LifeTransaction } from './life.ts';
import type { Merchant } from './merchants.ts';
import type { Dice } from './random.ts';

/** One thing that happens in a life, before a bank shows it from the point of view of one day. */
export interface Entry {
  key: string;
  accountKey: string;
  /**
   * The day of its cause, as a day number. What has one cause (a purchase and its refund, both halves of a
   * transfer) enters or leaves the 24 months together.
   */
  origin: number;
  /** The day number on which it happens. */
  day: number;
  /** The day number on which it posts; until then it is pending. */
  posts: number;
  /** Minor units of `currency`, positive out. */
  amount: number;
  currency: string;
  /** The same in the account's currency. */
  settled: number;
  name: string;
  merchantName: string | null;
  description: string;
  category: Category;
  channel: LifeTransaction['paymentChannel'];
  website: string | null;
  /** Whether the bank tells the day it was authorised; transfers between banks carry none. */
  authorized: boolean;
  streamKey: string | null;
}

/** One part of a life: what it brings on a day depends on the day and its own dice alone. */
export interface Ingredient {
  /** Unique within the person; begins the keys of its rows and names its dice. */
  key: string;
  cook(day: Day, dice: Dice, add: (entry: Entry) => void): void;
}

/** The day number on which a card purchase posts; nothing posts on a Sunday. */
export function cardPosts(day: number, dice: Dice): number {
  const posts = day + (dice.chance(0.7) ? 1 : 2);
  return (((posts + 4) % 7) + 7) % 7 === 0 ? posts + 1 : posts;
}

/** A purchase (or, with a negative amount, a refund) by card at a merchant. */
export function cardEntry(
  key: string,
  accountKey: string,
  merchant: Merchant,
  amount: number,
  when: { origin: number; day: number; posts: number },
): Entry {
  return {
    key,
    accountKey,
    ...when,
    amount,
    currency: 'USD',
    settled: amount,
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

/** A movement that the bank itself books on the day: pay, a direct debit, a transfer. */
export function bankEntry(
  key: string,
  accountKey: string,
  day: { origin: number; day: number },
  what: { amount: number; name: string; category: Category },
): Entry {
  return {
    key,
    accountKey,
    ...day,
    posts: day.day,
    amount: what.amount,
    currency: 'USD',
    settled: what.amount,
    name: what.name,
    merchantName: null,
    description: what.name.toUpperCase(),
    category: what.category,
    channel: 'other',
    website: null,
    authorized: false,
    streamKey: null,
  };
}
